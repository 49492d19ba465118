package dev.evolve.app.api;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.hasSize;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.post;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.content;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.jsonPath;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.status;

import dev.evolve.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.http.MediaType;
import org.springframework.test.web.servlet.MockMvc;
import org.springframework.test.web.servlet.ResultActions;
import org.springframework.test.web.servlet.setup.MockMvcBuilders;

class GateControllerTest {

  private static final String PATH = "/api/v1/gates/evaluate";

  private static final MockMvc HTTP =
      MockMvcBuilders.standaloneSetup(new GateController())
          .setControllerAdvice(new ProblemAdvice())
          .build();

  private ResultActions evaluate(String path, String body) throws Exception {
    return HTTP.perform(post(path).contentType(MediaType.APPLICATION_JSON).content(body));
  }

  private static Map<String, Object> body(double candidate) {
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("baseline", texts("a", 100, 1));
    body.put("candidate", inline("b", candidate, 2));
    body.put("order", "ABBA...");
    return body;
  }

  private static List<Object> texts(String name, double milliseconds, long seed) {
    Random random = new Random(seed);
    List<Object> runs = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      double value = milliseconds * Math.exp(0.003 * random.nextGaussian());
      String text =
          String.format(
              Locale.ROOT, "{\"metric\": \"time\", \"value\": %s, \"unit\": \"ms\"}", value);
      runs.add(Map.of("name", name + i, "text", text));
    }
    return runs;
  }

  private static List<Object> inline(String name, double milliseconds, long seed) {
    Random random = new Random(seed);
    List<Object> runs = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      double value = milliseconds * 1000 * Math.exp(0.003 * random.nextGaussian());
      runs.add(
          Map.of(
              "name",
              name + i,
              "measurements",
              List.of(
                  Map.of(
                      "benchmark",
                      "bench",
                      "metric",
                      "time",
                      "values",
                      List.of(value),
                      "unit",
                      "us"))));
    }
    return runs;
  }

  @Test
  void answersTheReportWhateverTheVerdict() throws Exception {
    evaluate(PATH, Json.write(body(100)))
        .andExpect(status().isOk())
        .andExpect(jsonPath("$.verdict").value("PASS"));
    evaluate(PATH, Json.write(body(110)))
        .andExpect(status().isOk())
        .andExpect(jsonPath("$.verdict").value("FAIL"))
        .andExpect(jsonPath("$.metrics", hasSize(1)))
        .andExpect(jsonPath("$.claims[0]").value(containsString("as the caller says")));
    Map<String, Object> unordered = body(100);
    unordered.remove("order");
    evaluate(PATH, Json.write(unordered))
        .andExpect(status().isOk())
        .andExpect(jsonPath("$.verdict").value("INVALID"))
        .andExpect(jsonPath("$.layout[0].detail").value(containsString("--order")));
  }

  @Test
  void answersMarkdownWhereThatIsAskedFor() throws Exception {
    evaluate(PATH + "?form=markdown", Json.write(body(110)))
        .andExpect(status().isOk())
        .andExpect(content().contentTypeCompatibleWith("text/markdown"))
        .andExpect(content().string(containsString("Performance gate")));
    evaluate(PATH + "?form=pdf", Json.write(body(110))).andExpect(status().isBadRequest());
  }

  @Test
  void neverPassesAnEmptyComparison() throws Exception {
    for (String empty : List.of("{}", "{\"baseline\": [], \"candidate\": []}")) {
      evaluate(PATH, empty).andExpect(jsonPath("$.verdict").value("INVALID"));
    }
    Map<String, Object> oneSided = body(100);
    oneSided.put("candidate", List.of());
    evaluate(PATH, Json.write(oneSided)).andExpect(jsonPath("$.verdict").value("INVALID"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "[]",
        "nonsense",
        "{\"baselin\": []}",
        "{\"baseline\": [null]}",
        "{\"baseline\": [{}]}",
        "{\"baseline\": [{\"name\": \"a\"}]}",
        "{\"baseline\": [{\"name\": \"a\", \"text\": \"x\", \"measurements\": []}]}",
        "{\"baseline\": [{\"name\": \"a\", \"text\": \"x\"}]}",
        "{\"baseline\": [{\"name\": \"a\", \"format\": \"csv\", \"text\": \"x\"}]}",
        "{\"baseline\": [{\"name\": \"a\", \"parts\": {\"p\": null}}]}",
        "{\"baseline\": [{\"name\": \"a\", \"parts\": {}}]}",
        "{\"baseline\": [{\"name\": \"a\", \"measurements\": []}]}",
        "{\"baseline\": [{\"name\": \"a\", \"measurements\": [{\"metric\": \"m\"}]}]}",
        "{\"baseline\": [{\"name\": \"a\", \"measurements\": [{\"metric\": \"m\","
            + " \"benchmark\": \"b\", \"values\": [NaN], \"unit\": \"s\"}]}]}",
        "{\"floor\": -1}",
        "{\"confidence\": 7}",
        "{\"sessionMinutes\": 0}",
        "{\"metrics\": [null]}",
      })
  void refusesABodyThatIsNoComparison(String body) throws Exception {
    evaluate(PATH, body)
        .andExpect(status().isBadRequest())
        .andExpect(jsonPath("$.code").value("invalid-request"))
        .andExpect(jsonPath("$.detail").isNotEmpty());
  }

  @Test
  void refusesABodyThatIsTooLarge() throws Exception {
    String huge = "{\"order\": \"" + "A".repeat(17 * 1024 * 1024) + "\"}";
    evaluate(PATH, huge)
        .andExpect(status().isBadRequest())
        .andExpect(jsonPath("$.detail").value(containsString("larger than")));
  }

  @Test
  void namesTheRunAndThePlaceThatCannotBeRead() throws Exception {
    evaluate(PATH, "{\"baseline\": [{\"name\": \"run-7\", \"text\": \"{\\\"metric\\\": 3}\"}]}")
        .andExpect(status().isBadRequest())
        .andExpect(jsonPath("$.detail").value(containsString("run-7, line 1")));
  }
}
