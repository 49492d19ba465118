package dev.evolve.gates.statistics.change;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.evolve.gates.statistics.change.Confirmation.Outcome;
import dev.evolve.gates.statistics.change.OnlineDetector.Observation;
import dev.evolve.gates.statistics.change.Suspect.Kind;
import dev.evolve.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OnlineDetectorTest {

  private final OnlineDetector detector = new OnlineDetector(DetectorPolicy.DEFAULT);
  private final SplittableRandom random = new SplittableRandom(11);
  private final List<Suspect> suspects = new ArrayList<>();
  private DetectorState state = DetectorState.EMPTY;

  @ParameterizedTest
  @ValueSource(doubles = {1.05, 0.95})
  void suspectsAStepAtItsSecondCommit(double factor) {
    read(40, 100, 0.005);
    read(2, 100 * factor, 0.005);

    assertThat(suspects).hasSize(1);
    Suspect suspect = suspects.getFirst();
    assertThat(suspect.kind()).isEqualTo(Kind.STEP);
    assertThat(suspect.direction()).isEqualTo(factor > 1 ? Direction.UP : Direction.DOWN);
    assertThat(suspect.before()).isEqualTo(39);
    assertThat(suspect.onset()).isEqualTo(40);
    assertThat(suspect.at()).isEqualTo(41);
    assertThat(suspect.ratio()).isCloseTo(factor, within(0.01));
  }

  @Test
  void suspectsNoSingleSpikeHoweverLarge() {
    read(30, 100, 0.001);
    read(1, 1e9, 0);
    read(1, 100, 0.001);
    read(1, 1e-9, 0);
    read(10, 100, 0.001);

    assertThat(suspects).isEmpty();
  }

  @Test
  void takesTheMedianOfTheRunsOfACommit() {
    read(30, 100, 0.002);
    for (int i = 0; i < 5; i++) {
      observe(100, 100.1, 900);
    }

    assertThat(suspects).isEmpty();
  }

  @Test
  void judgesNothingBeforeALevelHasItsMinimum() {
    read(12, 100, 0.001);
    DetectorState before = state;
    read(1, 100, 0.001);

    assertThat(before.up().length() + before.down().length()).isZero();
    assertThat(suspects).isEmpty();
  }

  @Test
  void movesItsBaselineOnlyWithAConfirmedChange() {
    read(60, 100, 0.005);
    assertThat(state.baseline()).isCloseTo(100, within(0.5));
    read(2, 110, 0.005);
    DetectorState refuted = detector.settle(state, suspects.getFirst(), Outcome.REFUTED);
    DetectorState confirmed = detector.settle(state, suspects.getFirst(), Outcome.CONFIRMED);

    assertThat(refuted.baseline()).isEqualTo(state.baseline());
    assertThat(refuted.up().sum()).isZero();
    assertThat(confirmed.baseline()).isCloseTo(110, within(1.0));
    assertThat(confirmed.segmentStart()).isEqualTo(60);
  }

  @Test
  void asksAgainWhileASuspectIsUndecidedUntilItsRoundsAreUsedUp() {
    read(40, 100, 0.005);
    read(6, 110, 0.005, Outcome.UNDECIDED);

    assertThat(suspects).extracting(Suspect::at).containsSubsequence(41L, 42L, 43L);
    assertThat(suspects).allMatch(suspect -> suspect.onset() >= 40);
    assertThat(suspects.get(3).onset()).isGreaterThan(43);
  }

  @Test
  void catchesADriftThatNoStepGivesAway() {
    for (int i = 0; i < 200; i++) {
      read(1, 100 * (1 + 0.0004 * i), 0.003, Outcome.REFUTED);
    }
    List<Suspect> drifts =
        suspects.stream().filter(suspect -> suspect.kind() == Kind.DRIFT).toList();

    assertThat(drifts).isNotEmpty();
    assertThat(drifts.getFirst().before()).isZero();
    assertThat(drifts.getFirst().direction()).isEqualTo(Direction.UP);
    for (int i = 1; i < drifts.size(); i++) {
      assertThat(drifts.get(i).at() - drifts.get(i - 1).at())
          .isGreaterThanOrEqualTo(DetectorPolicy.DEFAULT.window());
    }
  }

  @Test
  void measuresDriftFromAPinnedRelease() {
    read(50, 100, 0.003);
    state = detector.pin(state);
    assertThat(state.pinned()).isEqualTo(49);
    read(60, 101, 0.003);

    assertThat(suspects).noneMatch(suspect -> suspect.kind() == Kind.DRIFT);
    assertThat(state.baseline()).isCloseTo(101, within(0.5));
  }

  @Test
  void goesOnFromItsStateAsJson() {
    read(40, 100, 0.005);
    read(1, 106, 0.005);
    DetectorState stored = state;
    Observation here = detector.observe(state, 106.0);
    DetectorState restored = Json.mapper().readValue(Json.write(stored), DetectorState.class);

    assertThat(restored).isEqualTo(stored);
    assertThat(detector.observe(restored, 106.0)).isEqualTo(here);
    assertThat(here.suspect()).isNotNull();
  }

  @Test
  void raisesFewSuspectsUnderHeavyTailsAndTwoModes() {
    for (int i = 0; i < 2000; i++) {
      double mode = random.nextInt(3) == 0 ? 1.03 : 1;
      double tail = 0.005 * random.nextGaussian() / Math.sqrt(random.nextDouble());
      observe(Outcome.REFUTED, 100 * mode * Math.exp(tail));
    }

    assertThat(suspects.size()).isLessThan(2000 / 10);
  }

  @Test
  void keepsAStateOfBoundedSize() {
    read(1000, 100, 0.01, Outcome.REFUTED);

    assertThat(state.recent()).hasSize(2 * DetectorPolicy.DEFAULT.window());
    assertThat(state.anchor()).hasSize(DetectorPolicy.DEFAULT.window());
    assertThat(state.commits()).isEqualTo(1000);
  }

  @Test
  void refusesWhatIsNoMeasurement() {
    assertThatThrownBy(() -> detector.observe(state)).hasMessageContaining("at least one run");
    assertThatThrownBy(() -> detector.observe(state, Double.NaN))
        .hasMessageContaining("finite positive");
    assertThatThrownBy(() -> detector.pin(state)).hasMessageContaining("wanted a commit to pin");
    assertThatThrownBy(() -> new DetectorPolicy(0.02, 12, 40, 3, 0.5, 2, 3))
        .hasMessageContaining("clip < threshold");
  }

  private void read(int commits, double level, double noise) {
    for (int i = 0; i < commits; i++) {
      observe(level * Math.exp(noise * random.nextGaussian()));
    }
  }

  private void read(int commits, double level, double noise, Outcome outcome) {
    for (int i = 0; i < commits; i++) {
      observe(outcome, level * Math.exp(noise * random.nextGaussian()));
    }
  }

  private void observe(double... runs) {
    Observation observation = detector.observe(state, runs);
    state = observation.state();
    if (observation.suspect() != null) {
      suspects.add(observation.suspect());
    }
  }

  private void observe(Outcome outcome, double run) {
    int known = suspects.size();
    observe(run);
    if (suspects.size() > known) {
      state = detector.settle(state, suspects.getLast(), outcome);
    }
  }
}
