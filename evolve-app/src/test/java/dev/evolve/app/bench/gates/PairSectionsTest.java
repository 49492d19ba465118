package dev.evolve.app.bench.gates;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evolve.app.bench.BenchResult;
import dev.evolve.app.bench.BenchSetting;
import dev.evolve.app.bench.gates.rivals.TwoSampleRule;
import dev.evolve.app.bench.gates.rivals.TwoSampleRule.Answer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The draws of the bench of the gates, and that other tools' rules are themselves. */
class PairSectionsTest {

  private static final Path SOURCE = Path.of("..").toAbsolutePath().normalize();
  private final BenchSetting setting = new BenchSetting(SOURCE, true, "abc", "machine", null);
  private final GatesData data = new GatesData(setting);

  @Test
  void drawsTheSamePairsAgainAndTheArmsFromOneProgram() {
    for (Layouts layout : Layouts.recorded(data)) {
      List<PairDraw> draws = layout.source().draws(50, layout.pairs(), layout.seed());
      List<PairDraw> again = layout.source().draws(50, layout.pairs(), layout.seed());

      assertThat(draws.get(49).candidate()).containsExactly(again.get(49).candidate());
      assertThat(draws).allMatch(draw -> draw.pairs() == layout.pairs());
      assertThat(draws.getFirst().slowed(0.5).candidate()[0])
          .isEqualTo(1.5 * draws.getFirst().candidate()[0]);
      assertThat(draws.getFirst().slowed(0.5).baseline())
          .containsExactly(draws.getFirst().baseline());
    }
  }

  @Test
  void readsTheShippedSeriesWhole() {
    assertThat(GoSeries.read(data).days().size()).isEqualTo(100);
    assertThat(GpuSeries.read(data).launches().size()).isEqualTo(2280);
    assertThat(data.has(JmhSeries.FILE)).isFalse();
  }

  @Test
  void judgesNoHostileLayoutThatTheRankTestCallsDifferent() {
    List<BenchResult> held =
        new HostileSection()
            .measure(setting, data).stream().filter(row -> !row.goal().isEmpty()).toList();

    assertThat(held).hasSize(3).allMatch(row -> Boolean.TRUE.equals(row.met()));
    assertThat(held).allMatch(row -> row.rivalValue() != null && row.rivalValue() > 1);
  }

  @Test
  void hasRulesThatSeeADifferenceAndLeaveEqualSeriesAlone() {
    double[] base = {100, 101, 99, 100.5, 99.5, 100.2, 99.8, 100.1, 99.9, 100.3, 99.7, 100.4};
    double[] tripled = Arrays.stream(base).map(value -> 3 * value).toArray();
    for (TwoSampleRule rule : TwoSampleRule.all()) {
      assertThat(rule.judge(base, tripled)).as(rule.name()).isEqualTo(Answer.REGRESSED);
      assertThat(rule.judge(tripled, base)).as(rule.name()).isEqualTo(Answer.IMPROVED);
      assertThat(rule.judge(base, base)).as(rule.name()).isEqualTo(Answer.SAME);
    }
  }
}
