package dev.evolve.gates.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.evolve.results.Direction;
import dev.evolve.results.Measurement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** One number a turn, without the warm-up. */
class TurnValueTest {

  @Test
  void leavesOutTheWarmUpOfEachProcess() {
    List<Double> warming = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      warming.add(i < 40 ? 200.0 - i : 100 + i % 3 * 0.1);
    }
    assertThat(TurnValue.of(time(List.of(warming)))).isCloseTo(100.1, within(0.11));
    assertThat(TurnValue.unsteady("b time", List.of(time(List.of(warming))))).isEmpty();
  }

  @Test
  void tellsOfProcessesThatNeverBecameSteady() {
    List<Double> falling = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      falling.add(200.0 - i);
    }
    assertThat(TurnValue.unsteady("b time", List.of(time(List.of(falling, List.of(1.0))))))
        .isEqualTo("b time: 1 of 2 processes never became steady; give them more warm-up");
  }

  @Test
  void takesTheMedianOfProcessesAndLeavesCountsAlone() {
    List<List<Double>> processes = List.of(List.of(1.0), List.of(5.0), List.of(2.0, 4.0));

    assertThat(TurnValue.of(time(processes))).isEqualTo(3);
    List<Double> counts = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      counts.add(i < 60 ? 9.0 : 3.0);
    }
    assertThat(
            TurnValue.of(
                new Measurement("b", "allocs/op", "1", Direction.LOWER, true, List.of(counts))))
        .isEqualTo(9);
    assertThat(TurnValue.of(time(List.of(List.of(Double.NaN, 1.0))))).isNotFinite();
  }

  private static Measurement time(List<List<Double>> processes) {
    return new Measurement("b", "time", "ns", Direction.LOWER, false, processes);
  }
}
