package dev.evolve.app.api;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.startsWith;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.post;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.content;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.header;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.jsonPath;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.status;

import dev.evolve.app.profiles.ProfilesUnderTest;
import dev.evolve.app.security.People;
import dev.evolve.json.Json;
import dev.evolve.profile.ProfileFilter;
import java.security.Principal;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.http.MediaType;
import org.springframework.test.web.servlet.MockMvc;
import org.springframework.test.web.servlet.request.MockHttpServletRequestBuilder;
import org.springframework.test.web.servlet.setup.MockMvcBuilders;

class ProfileControllerTest {

  private static final String ROOT = "/api/v1/profiles";
  private static final Principal ADA = () -> "ada";

  private final ProfilesUnderTest profiles = new ProfilesUnderTest().started().gated("p1", 4, 0.8);
  private final MockMvc http =
      MockMvcBuilders.standaloneSetup(
              new ProfileController(profiles.views(), profiles.service(), new People()))
          .setControllerAdvice(new ProblemAdvice())
          .build();

  private String id() {
    return profiles.views().entries(ProfileFilter.ALL).getFirst().profile().id();
  }

  private static MockHttpServletRequestBuilder write(String path, Object body) {
    return post(ROOT + path)
        .principal(ADA)
        .contentType(MediaType.APPLICATION_JSON)
        .content(Json.write(body));
  }

  @Test
  void listsAPageAndSaysWhereTheNextBegins() throws Exception {
    http.perform(get(ROOT + "?pack=toy&limit=3"))
        .andExpect(status().isOk())
        .andExpect(jsonPath("$.profiles", hasSize(3)))
        .andExpect(jsonPath("$.total").value(4))
        .andExpect(jsonPath("$.nextOffset").value(3));
    http.perform(get(ROOT + "?pack=toy&state=current&offset=3"))
        .andExpect(jsonPath("$.profiles", hasSize(1)))
        .andExpect(jsonPath("$.nextOffset").doesNotExist());
    http.perform(get(ROOT + "?pack=other")).andExpect(jsonPath("$.total").value(0));
    http.perform(get(ROOT + "?offset=2000000000")).andExpect(jsonPath("$.profiles", hasSize(0)));
  }

  @Test
  void explainsALookup() throws Exception {
    http.perform(get(ROOT + "/lookup?pack=toy&shape=small"))
        .andExpect(status().isOk())
        .andExpect(jsonPath("$.outcome").value("HIT"))
        .andExpect(jsonPath("$.configuration.values.TILE").value("4"))
        .andExpect(jsonPath("$.explanation", startsWith("exact")));
    http.perform(get(ROOT + "/lookup?pack=toy&hardware=unheard-of"))
        .andExpect(jsonPath("$.outcome").value("MISS"))
        .andExpect(jsonPath("$.baseline").value(true));
    http.perform(get(ROOT + "/lookup?pack=unknown"))
        .andExpect(status().isNotFound())
        .andExpect(jsonPath("$.code").value("not-found"));
  }

  @Test
  void exportsWhatALookupAnswers() throws Exception {
    http.perform(get(ROOT + "/export?pack=toy&format=header"))
        .andExpect(status().isOk())
        .andExpect(header().string("X-Evolve-Lookup", "HIT"))
        .andExpect(content().contentType("text/plain;charset=UTF-8"))
        .andExpect(content().string(containsString("#define TILE 4\n")));
    http.perform(get(ROOT + "/export?pack=toy&shape=huge&format=env"))
        .andExpect(header().string("X-Evolve-Lookup", "MISS"))
        .andExpect(content().string(containsString("TILE=1\n")));
    http.perform(get(ROOT + "/export?pack=toy&shape=huge&format=env&strict=true"))
        .andExpect(status().isConflict());
    http.perform(get(ROOT + "/export?pack=toy&format=xml"))
        .andExpect(status().isBadRequest())
        .andExpect(jsonPath("$.detail", containsString("header, env or json")));
  }

  @Test
  void neverExportsFromQuarantine() throws Exception {
    String id = id();
    http.perform(get(ROOT + "/" + id + "/export?format=json"))
        .andExpect(status().isOk())
        .andExpect(jsonPath("$.configuration.TILE").value("4"));
    http.perform(write("/" + id + "/quarantine", Map.of("reason", "crashes")))
        .andExpect(status().isOk())
        .andExpect(jsonPath("$.state").value("QUARANTINED"));
    http.perform(get(ROOT + "/" + id + "/export?format=json&stale=true&imported=true"))
        .andExpect(status().isConflict())
        .andExpect(jsonPath("$.detail", containsString("crashes")));
    http.perform(get(ROOT + "/export?pack=toy&stale=true&imported=true"))
        .andExpect(header().string("X-Evolve-Lookup", "MISS"))
        .andExpect(content().string(not(containsString("TILE 4"))));
  }

  @Test
  void importsAndMarksWhatItImports() throws Exception {
    Map<String, String> body =
        Map.of(
            "pack",
            "toy",
            "format",
            "configuration",
            "source",
            "by hand",
            "content",
            "{\"configuration\":{\"TILE\":5},\"value\":1}");
    http.perform(write("/import", body))
        .andExpect(status().isCreated())
        .andExpect(header().string("Location", startsWith(ROOT + "/p")))
        .andExpect(jsonPath("$.state").value("IMPORTED"))
        .andExpect(jsonPath("$.profile.provenance.type").value("imported"));
    http.perform(write("/import", Map.of("pack", "toy"))).andExpect(status().isBadRequest());
  }

  @Test
  void revalidatesPinsAndCompares() throws Exception {
    String id = id();
    http.perform(post(ROOT + "/" + id + "/revalidate").principal(ADA))
        .andExpect(status().isAccepted())
        .andExpect(header().string("Location", ROOT + "/" + id));
    http.perform(get(ROOT + "/" + id))
        .andExpect(jsonPath("$.entry.profile.provenance.proposalId").value("p1"))
        .andExpect(jsonPath("$.revalidation.state").value("running"));
    http.perform(write("/" + id + "/pin", Map.of("reason", "known good")))
        .andExpect(jsonPath("$.pinned").value(true));
    http.perform(write("/" + id + "/unpin", Map.of()))
        .andExpect(status().isBadRequest())
        .andExpect(jsonPath("$.detail", containsString("reason")));
    http.perform(get(ROOT + "/" + id + "/diff/" + id))
        .andExpect(status().isOk())
        .andExpect(jsonPath("$.values", hasSize(0)));
    http.perform(get(ROOT + "/none/diff/" + id)).andExpect(status().isNotFound());
  }

  @Test
  void writesOnlyForSomebody() throws Exception {
    http.perform(post(ROOT + "/" + id() + "/revalidate")).andExpect(status().isForbidden());
  }
}
