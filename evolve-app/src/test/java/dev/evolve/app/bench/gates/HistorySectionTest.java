package dev.evolve.app.bench.gates;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evolve.app.bench.BenchResult;
import dev.evolve.app.bench.BenchSetting;
import dev.evolve.app.bench.gates.GoHistories.History;
import dev.evolve.app.bench.gates.rivals.HistoryAlert;
import dev.evolve.app.bench.gates.rivals.HistoryRule;
import dev.evolve.app.bench.gates.rivals.PerfherderRule;
import dev.evolve.app.bench.gates.rivals.ValueRule;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class HistorySectionTest {

  private static final Path SOURCE = Path.of("..").toAbsolutePath().normalize();
  private final BenchSetting setting = new BenchSetting(SOURCE, true, "abc", "machine", null);
  private final GatesData data = new GatesData(setting);

  @Test
  void drawsTheSameHistoriesOfOneValuePerCommitFromOneSeed() {
    List<History> histories = GoHistories.draw(data, 60, 1);
    List<History> again = GoHistories.draw(data, 60, 1);

    assertThat(histories).hasSize(60);
    assertThat(histories).allMatch(history -> history.commits().length == 161);
    assertThat(histories).allMatch(history -> history.spare().size() == 23);
    assertThat(histories.getFirst().spare()).allMatch(day -> day.length == 18);
    assertThat(again.getLast().commits()).containsExactly(histories.getLast().commits());
    assertThat(GoHistories.draw(data, 60, 2).getFirst().commits())
        .isNotEqualTo(histories.getFirst().commits());
  }

  @Test
  void measuresOurRuleAndTheOthersOnTheSameSeries() {
    HistorySection section =
        new HistorySection(8, List.of(ValueRule.all().get(2), new PerfherderRule()));

    List<BenchResult> rows = section.measure(setting, data);

    assertThat(rows).hasSize(6 + 2 * 4);
    assertThat(rows.getFirst().goal()).isEqualTo("at most 0.1");
    assertThat(rows.get(1).metric()).contains("5 % steps found within 3 commits, ours");
    assertThat(rows.get(3).value()).isGreaterThan(0.8);
    assertThat(rows.get(5).metric()).contains("runs spent");
    assertThat(rows.get(5).value()).isPositive();
  }

  @Test
  void knowsTheRulesOfTheOthers() {
    double[] series = new double[80];
    Arrays.setAll(series, i -> 100 + i % 3 + (i == 50 ? 120 : 0) + (i == 60 ? 8 : 0));
    List<HistoryRule> rules = ValueRule.all();

    assertThat(rules.get(0).alerts(series, 30)).containsExactly(new HistoryAlert(50, 50));
    assertThat(rules.get(1).alerts(series, 30)).containsExactly(new HistoryAlert(50, 50));
    assertThat(rules.get(2).alerts(series, 30)).extracting(HistoryAlert::index).contains(50, 60);
    assertThat(rules.get(3).alerts(series, 30)).extracting(HistoryAlert::index).contains(50);
    assertThat(rules.get(4).alerts(series, 30)).extracting(HistoryAlert::index).contains(50);
    assertThat(rules.get(5).alerts(series, 30)).extracting(HistoryAlert::index).contains(50);
  }
}
