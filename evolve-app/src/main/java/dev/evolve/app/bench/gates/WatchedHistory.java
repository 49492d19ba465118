package dev.evolve.app.bench.gates;

import dev.evolve.app.bench.gates.GoHistories.History;
import dev.evolve.gates.statistics.change.Confirmation;
import dev.evolve.gates.statistics.change.Confirmation.Judgement;
import dev.evolve.gates.statistics.change.Confirmation.Outcome;
import dev.evolve.gates.statistics.change.DetectorPolicy;
import dev.evolve.gates.statistics.change.DetectorState;
import dev.evolve.gates.statistics.change.OnlineDetector;
import dev.evolve.gates.statistics.change.OnlineDetector.Observation;
import dev.evolve.gates.statistics.change.Suspect;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Both stages on a recorded history: the detector reads commit after commit, and what it suspects
 * is run again on the same day, before and after interleaved in pairs of which chance picks the
 * order. A second round on one day deals the same eighteen runs out anew, as there are no others.
 */
final class WatchedHistory {

  private static final Confirmation CONFIRMATION = Confirmation.DEFAULT;

  private final OnlineDetector detector = new OnlineDetector(DetectorPolicy.DEFAULT);
  private final History history;
  private final int stepFrom;
  private final double step;
  private final SplittableRandom random;
  private final List<Suspect> alerts = new ArrayList<>();
  private int suspects;
  private int runs;

  private WatchedHistory(History history, int stepFrom, double step, long seed) {
    this.history = history;
    this.stepFrom = stepFrom;
    this.step = step;
    this.random = new SplittableRandom(seed);
  }

  /**
   * What came of it.
   *
   * @param alerts confirmed suspects
   * @param suspects confirmations that were asked for
   * @param runs runs that they took, of both commits together
   */
  record Watched(List<Suspect> alerts, int suspects, int runs) {}

  /**
   * Watches a history with a relative step from a commit on; a step of 0 is the history as it is.
   */
  static Watched watch(History history, int stepFrom, double step, long seed) {
    return new WatchedHistory(history, stepFrom, step, seed).watch();
  }

  private Watched watch() {
    DetectorState state = DetectorState.EMPTY;
    for (double value : GoHistories.withStep(history.commits(), stepFrom, step)) {
      Observation observation = detector.observe(state, value);
      state = observation.state();
      Suspect suspect = observation.suspect();
      if (suspect != null) {
        state = detector.settle(state, suspect, confirm(suspect));
      }
    }
    return new Watched(alerts, suspects, runs);
  }

  private Outcome confirm(Suspect suspect) {
    suspects++;
    double[][] fresh = fresh(suspect);
    Judgement judgement = judge(fresh, CONFIRMATION.firstLook(), suspect);
    if (judgement.outcome() == Outcome.MEASURE_MORE) {
      judgement = judge(fresh, CONFIRMATION.pairs(), suspect);
    }
    runs += 2 * judgement.pairs();
    if (judgement.outcome() == Outcome.CONFIRMED) {
      alerts.add(suspect);
    }
    return judgement.outcome();
  }

  private static Judgement judge(double[][] fresh, int pairs, Suspect suspect) {
    return CONFIRMATION.judge(
        Arrays.copyOf(fresh[0], pairs), Arrays.copyOf(fresh[1], pairs), suspect.direction());
  }

  /** Runs of the commit before and of the suspect, made on the day of the suspect. */
  private double[][] fresh(Suspect suspect) {
    double[] day = history.spare().get((int) suspect.at() / GoHistories.COMMITS_A_DAY);
    double[][] sides = new double[2][CONFIRMATION.pairs()];
    for (int pair = 0; pair < CONFIRMATION.pairs(); pair++) {
      int first = random.nextInt(2);
      sides[0][pair] = day[2 * pair + first] * factor(suspect.before());
      sides[1][pair] = day[2 * pair + 1 - first] * factor(suspect.at());
    }
    return sides;
  }

  private double factor(long commit) {
    return commit < stepFrom ? 1 : 1 + step;
  }
}
