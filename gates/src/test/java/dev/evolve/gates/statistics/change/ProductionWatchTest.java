package dev.evolve.gates.statistics.change;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.evolve.gates.statistics.change.ProductionWatch.Look;
import dev.evolve.gates.statistics.change.ProductionWatch.Watch;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class ProductionWatchTest {

  private final ProductionWatch rule = ProductionWatch.withFloor(0.1);

  @Test
  void callsWorseWhatStaysBeyondTheFloorAndTheSpread() {
    Watch watch = rule.look(minutes(40, 100), minutes(5, 125));

    assertThat(watch.look()).isEqualTo(Look.WORSE);
    assertThat(watch.level()).isCloseTo(100, within(2.0));
    assertThat(watch.relative()).isCloseTo(0.25, within(0.03));
    assertThat(watch.limit()).isBetween(0.1, 0.2);
  }

  @Test
  void staysCalmAtAJumpBelowTheFloor() {
    assertThat(rule.look(minutes(40, 100), minutes(5, 105)).look()).isEqualTo(Look.CALM);
  }

  @Test
  void staysCalmAtSpikes() {
    double[] since = minutes(10, 100);
    since[6] = 900;
    since[8] = 900;

    assertThat(rule.look(minutes(40, 100), since).look()).isEqualTo(Look.CALM);
  }

  @Test
  void widensItsLimitForAMetricThatWanders() {
    double[] wandering = minutes(40, 100);
    Arrays.setAll(wandering, i -> wandering[i] * (1 + 0.2 * Math.sin(i / 6.0)));

    Watch watch = rule.look(wandering, minutes(5, 125));

    assertThat(watch.limit()).isGreaterThan(0.5);
    assertThat(watch.look()).isEqualTo(Look.CALM);
  }

  @Test
  void seesWhatGotBetter() {
    assertThat(rule.look(minutes(40, 100), minutes(5, 70)).look()).isEqualTo(Look.BETTER);
  }

  @Test
  void saysThatItKnowsNothingYet() {
    assertThat(rule.look(minutes(29, 100), minutes(5, 200)).look()).isEqualTo(Look.UNKNOWN);
    assertThat(rule.look(minutes(40, 100), minutes(4, 200)).look()).isEqualTo(Look.UNKNOWN);
    assertThat(rule.look(new double[0], new double[0]).look()).isEqualTo(Look.UNKNOWN);
  }

  @Test
  void refusesWhatIsNoRule() {
    assertThatThrownBy(() -> new ProductionWatch(0.1, 4, 5, 2))
        .hasMessageContaining("more than half");
    assertThatThrownBy(() -> rule.look(minutes(40, 100), new double[] {1, 1, 1, 1, Double.NaN}))
        .hasMessageContaining("finite positive");
  }

  private static double[] minutes(int count, double level) {
    double[] values = new double[count];
    Arrays.setAll(values, i -> level * (1 + 0.01 * (i * 7 % 5 - 2)));
    return values;
  }
}
