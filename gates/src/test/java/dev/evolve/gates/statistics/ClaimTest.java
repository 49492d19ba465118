package dev.evolve.gates.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.evolve.gates.statistics.Claim.Standing;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** What pairs say to a claim. */
class ClaimTest {

  private static final Claim NOT_WORSE = new Claim.NotWorse(0.02);
  private static final Claim GAIN = new Claim.Gain(0.10);

  @Test
  void refutesThatNothingIsWorseOnlyBeyondTheFloor() {
    assertThat(NOT_WORSE.standing(around(0.05, 0.002), 0.01)).isEqualTo(Standing.REFUTED);
    assertThat(NOT_WORSE.standing(around(0.01, 0.002), 0.01)).isEqualTo(Standing.HELD);
    assertThat(NOT_WORSE.standing(around(-0.20, 0.002), 0.01)).isEqualTo(Standing.HELD);
  }

  @Test
  void leavesOpenWhatTheNoiseHides() {
    assertThat(NOT_WORSE.standing(around(0.0, 0.2), 0.01)).isEqualTo(Standing.OPEN);
    assertThat(NOT_WORSE.standing(around(0.05, 0.2), 0.01)).isEqualTo(Standing.OPEN);
  }

  @Test
  void leavesOpenWhateverTooFewPairsSay() {
    double[] six = Arrays.copyOf(around(0.5, 0.001), 6);

    assertThat(NOT_WORSE.standing(six, 0.01)).isEqualTo(Standing.OPEN);
    assertThat(GAIN.standing(Arrays.stream(six).map(d -> -d).toArray(), 0.01))
        .isEqualTo(Standing.OPEN);
  }

  @Test
  void holdsAGainThatTheEstimateReachesAndHalfOfWhichIsSure() {
    assertThat(GAIN.standing(around(Math.log(0.88), 0.01), 0.01)).isEqualTo(Standing.HELD);
    assertThat(GAIN.standing(around(Math.log(0.93), 0.005), 0.01)).isEqualTo(Standing.REFUTED);
    assertThat(GAIN.standing(around(Math.log(0.88), 0.3), 0.01)).isEqualTo(Standing.OPEN);
    assertThat(GAIN.standing(around(0, 0.01), 0.01)).isEqualTo(Standing.REFUTED);
  }

  @Test
  void hasTheDoubtThatItIsRefutedAt() {
    double[] worse = around(0.05, 0.03);
    double doubt = NOT_WORSE.doubt(worse);

    assertThat(NOT_WORSE.standing(worse, doubt)).isEqualTo(Standing.REFUTED);
    assertThat(NOT_WORSE.standing(worse, doubt * 0.99)).isNotEqualTo(Standing.REFUTED);
    assertThat(NOT_WORSE.doubt(around(0.01, 0.001))).isEqualTo(1);
  }

  @Test
  void correctsASuiteAfterHolm() {
    // By hand: 4 * 0.005, 3 * 0.011, 2 * 0.02, 0.04, each at least the one before.
    assertThat(Holm.adjusted(new double[] {0.02, 0.005, 0.04, 0.011}))
        .containsExactly(new double[] {0.04, 0.02, 0.04, 0.033}, within(1e-12));
    assertThatThrownBy(() -> Holm.adjusted(new double[] {Double.NaN}))
        .hasMessageContaining("p-values");
  }

  @Test
  void refusesFloorsAndGainsThatAreNoShares() {
    assertThatThrownBy(() -> new Claim.NotWorse(-0.1)).hasMessageContaining("floor");
    assertThatThrownBy(() -> new Claim.Gain(0)).hasMessageContaining("gain");
    assertThatThrownBy(() -> new Claim.Gain(Double.NaN)).hasMessageContaining("gain");
  }

  /** Sixteen values spread evenly about a centre. */
  static double[] around(double centre, double spread) {
    double[] values = new double[16];
    Arrays.setAll(values, i -> centre + spread * ((i * 7 % 16) - 7.5) / 7.5);
    return values;
  }
}
