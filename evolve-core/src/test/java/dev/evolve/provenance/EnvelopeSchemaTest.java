package dev.evolve.provenance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evolve.json.Json;
import dev.evolve.pack.Configuration;
import dev.evolve.proposal.Changeset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

class EnvelopeSchemaTest {

  /** Fields that may be absent, and objects whose keys are free. */
  private static final Set<String> OPTIONAL =
      Set.of(
          "outputSha256",
          "cpuNs",
          "peakRssBytes",
          "hashes",
          "magnitude",
          "accuracy",
          "soaks",
          "startedAt",
          "figures",
          "low",
          "high",
          "limit",
          "hardwareId",
          "subject",
          "joules");

  private static final Set<String> FREE =
      Set.of("values", "artifacts", "metrics", "accelerators", "hashes");

  private final EnvelopeSchema schema = EnvelopeSchema.load();

  private static Configuration tile(String value) {
    return new Configuration(new TreeMap<>(Map.of("TILE", value)));
  }

  private static JsonNode envelope() {
    Changeset changeset = new Changeset.KnobsAndDiff(tile("1"), tile("2"), "diff");
    return Json.mapper()
        .valueToTree(
            EnvelopeFixtures.envelope(
                "p1", "a".repeat(40), "b".repeat(40), changeset, "c".repeat(64)));
  }

  private List<String> problems(JsonNode node) {
    return schema.problems(node.toString().getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void acceptsAnEnvelopeWithEveryField() {
    assertThat(problems(envelope())).isEmpty();
  }

  @Test
  void acceptsEveryKindOfChangeset() {
    for (Changeset changeset :
        List.of(new Changeset.Knobs(tile("1"), tile("2")), new Changeset.Diff("diff"))) {
      OutputEnvelope envelope =
          EnvelopeFixtures.envelope(
              "p1", "a".repeat(40), "b".repeat(40), changeset, "c".repeat(64));
      assertThat(schema.problems(Json.writeBytes(envelope))).isEmpty();
    }
  }

  @Test
  void refusesAFieldThatItDoesNotKnowWhereverItIs() {
    List<String> objects = objectPointers(envelope(), "");
    assertThat(objects).hasSizeGreaterThan(30);
    for (String pointer : objects) {
      JsonNode changed = envelope();
      ((ObjectNode) changed.at(pointer)).put("unknown", true);
      assertThat(problems(changed)).as("unknown field in \"%s\"", pointer).isNotEmpty();
    }
  }

  @Test
  void refusesAnEnvelopeThatLacksAField() {
    for (String pointer : objectPointers(envelope(), "")) {
      for (String field : List.copyOf(envelope().at(pointer).propertyNames())) {
        if (!OPTIONAL.contains(field)) {
          JsonNode changed = envelope();
          ((ObjectNode) changed.at(pointer)).remove(field);
          assertThat(problems(changed)).as("no %s in \"%s\"", field, pointer).isNotEmpty();
        }
      }
    }
  }

  @Test
  void refusesWhatIsNotJson() {
    assertThat(problemsOf("")).isNotEmpty();
    assertThat(problemsOf("[]")).isNotEmpty();
    assertThat(problemsOf("{")).isNotEmpty();
  }

  private List<String> problemsOf(String text) {
    return schema.problems(text.getBytes(StandardCharsets.UTF_8));
  }

  private static List<String> objectPointers(JsonNode node, String pointer) {
    List<String> found = new ArrayList<>();
    boolean free = FREE.stream().anyMatch(name -> pointer.endsWith("/" + name));
    if (node.isObject() && !free) {
      found.add(pointer);
    }
    for (String field : node.propertyNames()) {
      found.addAll(objectPointers(node.get(field), pointer + "/" + field.replace("/", "~1")));
    }
    for (int i = 0; node.isArray() && i < node.size(); i++) {
      found.addAll(objectPointers(node.get(i), pointer + "/" + i));
    }
    return found;
  }
}
