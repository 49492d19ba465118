package dev.evolve.serving.decode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.evolve.loop.ExecutionProfile;
import dev.evolve.loop.ModelRef;
import dev.evolve.loop.PluginStates;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class DecodeStateCodecTest {

  private final DecodeStateCodec codec = new DecodeStateCodec();

  private static DecodeState state() {
    DecodeSettings settings =
        new DecodeSettings(
            new ModelRef("m\"odel", "7"),
            ExecutionProfile.ROLLOUT,
            Long.MIN_VALUE,
            2,
            30,
            new Sampling(0.7, 0.95, true),
            List.of("\n", "é\""),
            true);
    return new DecodeState(
        settings,
        9,
        TokenSequence.of(256, 104, 255, 0),
        3,
        3,
        1,
        5,
        2,
        Finish.LENGTH,
        PluginStates.EMPTY.with("plugin", "branch", "{}").with("a", "", "x"));
  }

  @Test
  void stateComesBackAsItWas() {
    byte[] json = codec.encode(state());

    assertThat(codec.decode(json)).isEqualTo(state());
    assertThat(codec.encode(codec.decode(json))).isEqualTo(json);
  }

  @Test
  void stateReadsAsJson() {
    assertThat(new String(codec.encode(state()), StandardCharsets.UTF_8))
        .startsWith("{\"model\":\"m\\\"odel\",\"version\":\"7\",\"profile\":\"ROLLOUT\"")
        .contains("\"tokens\":\"AQAAaAD/AAA=\"")
        .endsWith("\"plugins\":[\"a\",\"\",\"x\",\"plugin\",\"branch\",\"{}\"]}");
  }

  @Test
  void whatIsNoStateIsRefused() {
    String json = new String(codec.encode(state()), StandardCharsets.UTF_8);
    assertRefused("");
    assertRefused("[]");
    assertRefused("{}");
    assertRefused(json.substring(0, json.length() - 1));
    assertRefused(json + "{}");
    assertRefused(json.replace("\"shown\":3", "\"shown\":5"));
    assertRefused(json.replace("\"shown\":3", "\"unknown\":3"));
    assertRefused(json.replace("\"seed\":-9223372036854775808", "\"seed\":\"x\""));
    assertRefused(json.replace("LENGTH", "LENGTHS"));
  }

  private void assertRefused(String json) {
    assertThatIllegalArgumentException()
        .as(json)
        .isThrownBy(() -> codec.decode(json.getBytes(StandardCharsets.UTF_8)));
  }
}
