package dev.evolve.app.api;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.startsWith;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.post;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.content;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.jsonPath;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.status;

import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.http.MediaType;
import org.springframework.test.web.servlet.MockMvc;
import org.springframework.test.web.servlet.ResultActions;
import org.springframework.test.web.servlet.setup.MockMvcBuilders;

class ChangesControllerTest {

  private static final String PATH = "/api/v1/gates/changes";

  private final MockMvc http =
      MockMvcBuilders.standaloneSetup(new ChangesController())
          .setControllerAdvice(new ProblemAdvice())
          .build();

  private ResultActions send(String path, String body) throws Exception {
    return http.perform(post(path).contentType(MediaType.APPLICATION_JSON).content(body));
  }

  private static String commits() {
    return IntStream.range(0, 60)
        .mapToObj(
            i ->
                "{\"commit\": \"r%d\", \"values\": [%s]}"
                    .formatted(i, (i < 40 ? 100 : 112) + i * 7 % 5 * 0.3))
        .collect(Collectors.joining(",", "\"commits\": [", "]"));
  }

  @Test
  void answersWithTheChangesOfTheHistoryThatWasSent() throws Exception {
    send(PATH, "{" + commits() + ", \"higherIsBetter\": true}")
        .andExpect(status().isOk())
        .andExpect(jsonPath("$.rule").value("evolve"))
        .andExpect(jsonPath("$.changes", hasSize(1)))
        .andExpect(jsonPath("$.changes[0].commit").value("r40"))
        .andExpect(jsonPath("$.changes[0].meaning").value("BETTER"));
    send(PATH, "{" + commits() + ", \"compatible\": \"perfherder\"}")
        .andExpect(status().isOk())
        .andExpect(jsonPath("$.rule").value("perfherder"))
        .andExpect(jsonPath("$.changes[0].commit").value("r40"));
  }

  @Test
  void drawsTheHistory() throws Exception {
    send(PATH + "?format=svg", "{" + commits() + "}")
        .andExpect(status().isOk())
        .andExpect(content().contentTypeCompatibleWith("image/svg+xml"))
        .andExpect(content().string(startsWith("<svg")));
  }

  @Test
  void refusesWhatIsNoHistory() throws Exception {
    refused("{}", "there are no commits");
    refused("{\"commits\": [{\"commit\": \"a\", \"values\": [null]}]}", "found NaN for commit a");
    refused("{\"commits\": [{\"values\": [1]}]}", "wanted a name of 1 to 200 characters");
    refused("{\"commits\": [{\"commit\": \"a\", \"values\": [1]}]}", "at least 10 commits");
    refused("{" + commits() + ", \"compatible\": \"kayenta\"}", "wanted otava or perfherder");
    refused("{" + commits() + ", \"floorPercent\": -1}", "wanted a floor");
    refused("{\"commit\": []}", "body");
  }

  @Test
  void refusesAFormatThatItHasNot() throws Exception {
    send(PATH + "?format=png", "{" + commits() + "}")
        .andExpect(status().isBadRequest())
        .andExpect(jsonPath("$.detail", containsString("wanted json or svg as the format")));
  }

  private void refused(String body, String why) throws Exception {
    send(PATH, body)
        .andExpect(status().isBadRequest())
        .andExpect(jsonPath("$.detail", containsString(why)));
  }
}
