package dev.evolve.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class JsonTest {

  private record Pair(String name, int count) {}

  @ParameterizedTest
  @ValueSource(strings = {"null", " null ", "[]", "{\"name\": \"a\", \"count\": null}", "{} {}"})
  void refusesWhatIsNoValueOfTheType(String json) {
    assertThatThrownBy(() -> Json.read(json, Pair.class))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("not a Pair: ");
    assertThatThrownBy(() -> Json.read(json.getBytes(StandardCharsets.UTF_8), Pair.class))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("not a Pair: ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"{\"name\":\"a\",\"count\":3}"})
  void readsWhatItWrites(String json) {
    assertThat(Json.read(json, Pair.class)).isEqualTo(new Pair("a", 3));
    assertThat(Json.write(Json.read(json, Pair.class))).isEqualTo(json);
    assertThat(Json.read(Json.writeBytes(new Pair("a", 3)), Pair.class).count()).isEqualTo(3);
  }

  @Test
  void takesNullForATree() {
    assertThat(Json.read("null", JsonNode.class).isNull()).isTrue();
  }
}
