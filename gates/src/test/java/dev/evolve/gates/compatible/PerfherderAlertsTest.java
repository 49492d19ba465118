package dev.evolve.gates.compatible;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Perfherder's alerts on the series of its own tests. */
class PerfherderAlertsTest {

  private static final PerfherderAlerts ANY_SIZE = new PerfherderAlerts(12, 24, 12, 7, 0);

  private record Push(long time, double value) {

    static Push of(String row) {
      String[] cells = row.split(",", -1);
      return new Push(Long.parseLong(cells[1]), Double.parseDouble(cells[2]));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"runs1", "runs2", "runs3", "runs4", "runs5", "a11y", "tp5rss"})
  void flagsThePushesThatPerfherderFlags(String series) {
    List<Push> pushes =
        RecordedCases.compressed("mozilla/talos-series.csv.gz")
            .lines()
            .filter(line -> line.startsWith(series + ","))
            .map(Push::of)
            .sorted(Comparator.comparingLong(Push::time))
            .toList();

    List<Long> flagged =
        ANY_SIZE.of(pushes.stream().mapToDouble(Push::value).toArray()).stream()
            .map(change -> pushes.get(change.index()).time())
            .toList();

    assertThat(flagged)
        .containsExactlyElementsOf(
            RecordedCases.json("mozilla/perfherder-expected-alerts.json")
                .get(series)
                .valueStream()
                .map(JsonNode::longValue)
                .toList());
  }

  @Test
  void saysNothingUntilTwelvePushesFollowTheChange() {
    double[] series = new double[40];
    Arrays.setAll(series, i -> (i < 25 ? 100 : 120) + i % 3);

    assertThat(PerfherderAlerts.DEFAULT.of(Arrays.copyOf(series, 36))).isEmpty();
    assertThat(PerfherderAlerts.DEFAULT.of(Arrays.copyOf(series, 37)))
        .extracting(CompatibleChange::index)
        .containsExactly(25);
  }

  @Test
  void refusesWindowsThatCannotBe() {
    assertThatThrownBy(() -> new PerfherderAlerts(12, 6, 12, 7, 2))
        .hasMessageContaining("minimum back <= maximum back");
  }
}
