package dev.evolve.app.bench.gates;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evolve.app.bench.gates.rivals.SoakRule;
import dev.evolve.gates.statistics.trend.Leak;
import dev.evolve.gates.statistics.trend.LeakRule;
import dev.evolve.gates.statistics.trend.SoakCurve;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The soaks of the bench, and the rules that are measured beside ours. */
class SoakDrawsTest {

  @Test
  void drawsTheSameSoaksFromTheSameSeed() {
    SoakDraws first = new SoakDraws(7);
    SoakDraws second = new SoakDraws(7);
    assertThat(first.run(first.process())).isEqualTo(second.run(second.process()));
  }

  @Test
  void drawsEightHoursWithALeakOnTop() {
    SoakDraws draws = new SoakDraws(1);
    double[] memory = draws.run(draws.process());
    SoakCurve flat = SoakDraws.curve(memory, 0);
    SoakCurve leaking = SoakDraws.curve(memory, 1);
    assertThat(flat.problem(LeakRule.DEFAULT.minimumSamples())).isEmpty();
    assertThat(leaking.memory()[959] - flat.memory()[959]).isBetween(163.0, 164.0);
    assertThat(Leak.of(flat, leaking, LeakRule.DEFAULT).per(8).value()).isBetween(0.85, 1.05);
  }

  @Test
  void callsALineALeakByEveryRuleAndNothingByNone() {
    double[] line = new double[960];
    double[] still = new double[960];
    Arrays.setAll(line, i -> 1000 + 2 * i + i % 2);
    Arrays.setAll(still, i -> 1000 + i % 2);
    assertThat(SoakRule.ALL).hasSize(7).allMatch(rule -> rule.isLeak().test(line));
    assertThat(SoakRule.ALL).noneMatch(rule -> rule.isLeak().test(still));
  }

  @Test
  void takesWindowsOfMachinesAsTheWorkOfBothArms() {
    List<String> lines =
        IntStream.range(0, 400).mapToObj(i -> "ali_1," + i + "," + (50 + i % 7) + ",").toList();
    SoakSection.Arms arms = new ClusterMemory(lines).pairs(new SoakDraws(3), 1).getFirst();
    assertThat(arms.baseline()).hasSize(960);
    double[] apart = new double[960];
    Arrays.setAll(apart, i -> Math.abs(arms.candidate()[i] - arms.baseline()[i]));
    assertThat(Arrays.stream(apart).max().orElseThrow()).isBetween(1.0, 150.0);
  }
}
