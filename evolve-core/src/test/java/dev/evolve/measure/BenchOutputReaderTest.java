package dev.evolve.measure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evolve.campaign.CampaignFixtures;
import dev.evolve.pack.BenchPack;
import dev.evolve.pack.OutputDemands;
import dev.evolve.pack.PackReader;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BenchOutputReaderTest {

  private static final String TIME = "{\"metric\": \"time\", \"value\": 12.5, \"unit\": \"ns\"}\n";
  private static final String RATE =
      "{\"metric\": \"rate\", \"value\": 3, \"unit\": \"calls/s\"}\n";

  private final BenchOutputReader reader =
      new BenchOutputReader(new PackReader().read(Path.of("src/test/resources/packs/fixture")));

  @Test
  void readsMetrics() {
    BenchOutput output = reader.read(TIME + RATE);
    assertThat(output.problem()).isEmpty();
    assertThat(output.metrics())
        .containsEntry("time", new MetricValue(12.5, "ns"))
        .containsEntry("rate", new MetricValue(3, "calls/s"));
  }

  @Test
  void ignoresOtherLinesAndKeepsThemAsAHint() {
    BenchOutput output =
        reader.read("warming up\n" + TIME + "{\"note\": 1}\n" + RATE + "\u001b[2J");
    assertThat(output.problem()).isEmpty();
    assertThat(output.rest()).isEqualTo("warming up\n{\"note\": 1}\n?[2J\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"NaN", "Infinity", "-Infinity", "1e999"})
  void keepsValuesThatAreNotFinite(String value) {
    BenchOutput output = reader.read(TIME.replace("12.5", value) + RATE);
    assertThat(output.problem()).isEmpty();
    assertThat(output.metrics())
        .hasEntrySatisfying("time", metric -> assertThat(metric.value()).isNotFinite());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"metric\": \"time\", \"value\": \"12\", \"unit\": \"ns\"}",
        "{\"metric\": \"time\", \"value\": 12}",
        "{\"metric\": \"time\", \"value\": 12, \"unit\": 1}",
        "{\"metric\": \"time\", \"value\": 12, \"unit\": \"ns\", \"better\": true}",
        "{\"metric\": \"time\", \"value\": 12, \"value\": 1, \"unit\": \"ns\"}",
        "{\"metric\": \"time\", \"value\": 12, \"unit\": \"ns\"} trailing",
        "{\"metric\": \"time\", \"val",
        "{\"metric\": \"time\", \"value\": 12, \"unit\": \"ms\"}",
        "{\"metric\": \"other\", \"value\": 12, \"unit\": \"ns\"}",
        "time: 12 ns",
        ""
      })
  void refusesWhatIsNotExactlyTheMetric(String line) {
    BenchOutput output = reader.read(line + "\n" + RATE);
    assertThat(output.problem()).isNotEmpty();
    assertThat(output.metrics()).doesNotContainKey("time");
  }

  @Test
  void refusesAMetricThatIsGivenTwice() {
    assertThat(reader.read(TIME + TIME + RATE).problem()).contains("time").contains("twice");
  }

  @Test
  void readsHashesAndRefusesWhatIsNotExactlyOne() {
    String graph = "{\"hash\": \"graph\", \"value\": \"9f86d081884c\"}\n";
    assertThat(reader.read(TIME + RATE + graph).hashes()).containsEntry("graph", "9f86d081884c");
    assertThat(reader.read(TIME + RATE + graph + graph).problem()).contains("twice");
    for (String bad : new String[] {"9F86D081", "9f86", "not hex!", "9f86d081\", \"unit\": \"1"}) {
      assertThat(reader.read(TIME + RATE + graph.replace("9f86d081884c", bad)).problem())
          .as(bad)
          .contains("not a hash");
    }
  }

  @Test
  void missesAHashThatThePackDeclares() {
    BenchPack pack =
        CampaignFixtures.producing(
            new BenchPack.Output(
                BenchPack.Output.Dtype.F32,
                BenchPack.Output.Measure.RELATIVE_L2,
                1e-6,
                new OutputDemands(
                    null,
                    List.of(),
                    List.of(),
                    List.of(new OutputDemands.DeclaredHash("graph", List.of())))));
    assertThat(new BenchOutputReader(pack).read(TIME).problem()).contains("hash graph is missing");
  }

  @Test
  void readsAFloodWithoutKeepingIt() {
    BenchOutput output = reader.read("x".repeat(2_000_000) + "\n" + "y\n".repeat(100_000) + TIME);
    assertThat(output.rest()).hasSizeLessThan(1100);
    assertThat(output.problem()).isEqualTo("metric rate is missing");
  }
}
