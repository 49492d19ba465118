package dev.evolve.app.api;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.hasSize;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.post;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.jsonPath;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.status;

import dev.evolve.app.memory.MemoryUnderTest;
import dev.evolve.app.security.People;
import dev.evolve.json.Json;
import java.security.Principal;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.http.MediaType;
import org.springframework.test.web.servlet.MockMvc;
import org.springframework.test.web.servlet.request.MockHttpServletRequestBuilder;
import org.springframework.test.web.servlet.setup.MockMvcBuilders;

class MemoryControllerTest {

  private static final String ROOT = "/api/v1/memory";
  private static final Principal ADA = () -> "ada";

  private final MemoryUnderTest memory = new MemoryUnderTest();
  private final MockMvc http =
      MockMvcBuilders.standaloneSetup(new MemoryController(memory.service(), new People()))
          .setControllerAdvice(new ProblemAdvice())
          .build();

  private static MockHttpServletRequestBuilder write(String path, Map<String, String> body) {
    return post(ROOT + path)
        .principal(ADA)
        .contentType(MediaType.APPLICATION_JSON)
        .content(Json.write(body));
  }

  @Test
  void importsListsAndForgets() throws Exception {
    http.perform(
            write(
                "/import",
                Map.of("source", "a.json", "content", MemoryUnderTest.CACHE, "hardware", "lab-7")))
        .andExpect(status().isCreated())
        .andExpect(jsonPath("$.importId").value("mid0"))
        .andExpect(jsonPath("$.hardware").value("lab-7"))
        .andExpect(jsonPath("$.trials").value(4));
    http.perform(get(ROOT + "?kernel=toy"))
        .andExpect(status().isOk())
        .andExpect(jsonPath("$.entries", hasSize(1)))
        .andExpect(jsonPath("$.entries[0].origin").value("import:mid0:a.json"));
    http.perform(get(ROOT + "/trials?kernel=toy"))
        .andExpect(jsonPath("$.sources[0].trials", hasSize(4)))
        .andExpect(jsonPath("$.sources[0].parameters[0]").value("TILE"));
    http.perform(write("/mid0/forget", Map.of("reason", "wrong clocks")))
        .andExpect(status().isOk());
    http.perform(get(ROOT)).andExpect(jsonPath("$.entries", hasSize(0)));
  }

  @Test
  void saysWhatIsWrong() throws Exception {
    http.perform(write("/import", Map.of("source", "a.json", "content", "{}")))
        .andExpect(status().isBadRequest())
        .andExpect(jsonPath("$.detail", containsString("cannot import a.json")));
    http.perform(write("/import", Map.of("source", "a.json"))).andExpect(status().isBadRequest());
    http.perform(write("/import", Map.of("source", "a.json", "contents", "{}")))
        .andExpect(status().isBadRequest());
    http.perform(write("/none/forget", Map.of("reason", "why"))).andExpect(status().isNotFound());
    memory.store.away(true);
    http.perform(get(ROOT)).andExpect(status().isServiceUnavailable());
  }
}
