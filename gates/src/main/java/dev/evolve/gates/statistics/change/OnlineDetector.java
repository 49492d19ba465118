package dev.evolve.gates.statistics.change;

import dev.evolve.gates.statistics.Spread;
import dev.evolve.gates.statistics.change.Confirmation.Outcome;
import dev.evolve.gates.statistics.change.DetectorState.Evidence;
import dev.evolve.gates.statistics.change.Suspect.Kind;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The first stage: reads one commit after another and raises a suspect where the level seems to
 * have moved. Sensitive by design; {@link Confirmation} decides what becomes an alert.
 *
 * <p>Each commit is the median of its runs on a logarithmic scale. A cumulative sum up and one down
 * gather by how many robust standard deviations it lies beyond the median of the {@code window}
 * commits before the evidence began, less a slack of half the floor at least. What one commit adds
 * is clipped, so a single spike cannot raise a suspect; a step of three deviations is suspected at
 * its second commit. After a refuted suspect the sum begins anew and the reference follows the
 * environment; the <em>baseline</em> does not, and when the newest commits have left it by more
 * than the floor, a drift suspect asks for a comparison with the pinned commit, at most once in
 * {@code window} commits.
 *
 * <p>Source: E. S. Page, "Continuous inspection schemes", Biometrika 41 (1954); clipping after P.
 * J. Huber, "Robust estimation of a location parameter", Annals of Mathematical Statistics 35
 * (1964).
 *
 * <p>Error: with the default policy, about 3 suspects per 100 commits of an unchanged program on
 * the recorded Go histories; {@code ./evolve bench gates --only history} measures it.
 */
public final class OnlineDetector {

  /** Of the floor: standard deviations below this are taken to be this. */
  private static final double LEAST_DEVIATION = 0.25;

  private static final double SLACK_OF_FLOOR = 0.5;

  private final DetectorPolicy policy;

  public OnlineDetector(DetectorPolicy policy) {
    this.policy = policy;
  }

  /**
   * What a commit led to.
   *
   * @param state with the commit
   * @param suspect to confirm and then to {@link #settle}; null for none
   */
  public record Observation(DetectorState state, @Nullable Suspect suspect) {}

  /**
   * Reads the next commit.
   *
   * @param runs its values, finite and positive; at least one, and as many for each commit
   */
  public Observation observe(DetectorState state, double... runs) {
    if (runs.length == 0) {
      throw new IllegalArgumentException("wanted at least one run of the commit, found none");
    }
    double value = Spread.median(Robust.logs(runs));
    DetectorState next = added(state, value);
    if (state.recent().size() < policy.minimumSegment()) {
      return new Observation(next, null);
    }
    Reference reference = Reference.of(state, policy);
    DetectorState weighed = weighed(next, reference.deviations(value), reference.slack());
    Suspect step = step(weighed, reference.centre());
    return new Observation(weighed, step != null ? step : drift(weighed));
  }

  /** The state after a suspect was confirmed, refuted, or left undecided. */
  public DetectorState settle(DetectorState state, Suspect suspect, Outcome outcome) {
    return switch (outcome) {
      case MEASURE_MORE ->
          throw new IllegalArgumentException("wanted a final outcome, found " + outcome);
      case CONFIRMED -> newLevel(state, suspect);
      case REFUTED -> dropped(state, suspect);
      case UNDECIDED -> postponed(state, suspect);
    };
  }

  /** From now on drift is measured from the newest commit, as for a release. */
  public DetectorState pin(DetectorState state) {
    if (state.recent().isEmpty()) {
      throw new IllegalArgumentException("wanted a commit to pin, found a history without any");
    }
    return new DetectorState(
        state.commits(),
        state.segmentStart(),
        state.commits() - 1,
        state.recent().subList(state.recent().size() - 1, state.recent().size()),
        state.recent(),
        state.up(),
        state.down(),
        state.commits());
  }

  private DetectorState added(DetectorState state, double value) {
    List<Double> anchor = new ArrayList<>(state.anchor());
    if (anchor.size() < policy.window()) {
      anchor.add(value);
    }
    List<Double> recent = new ArrayList<>(state.recent());
    recent.add(value);
    if (recent.size() > 2 * policy.window()) {
      recent.removeFirst();
    }
    return new DetectorState(
        state.commits() + 1,
        state.segmentStart(),
        state.pinned(),
        anchor,
        recent,
        state.up(),
        state.down(),
        state.driftAsked());
  }

  private DetectorState weighed(DetectorState state, double deviations, double slack) {
    return with(
        state,
        weighed(state.up(), deviations, slack),
        weighed(state.down(), -deviations, slack),
        state.driftAsked());
  }

  private Evidence weighed(Evidence evidence, double deviations, double slack) {
    double added = Math.clamp(deviations, -policy.clip(), slack + policy.clip()) - slack;
    double sum = evidence.sum() + added;
    int longest = policy.window();
    return sum > 0
        ? new Evidence(sum, Math.min(longest, evidence.length() + 1), evidence.rounds())
        : Evidence.NONE;
  }

  private @Nullable Suspect step(DetectorState state, double centre) {
    boolean isUp = state.up().sum() >= policy.threshold();
    if (!isUp && state.down().sum() < policy.threshold()) {
      return null;
    }
    int length = isUp ? state.up().length() : state.down().length();
    long onset = state.commits() - length;
    double level = Spread.median(last(state, length));
    return new Suspect(
        Kind.STEP,
        isUp ? Direction.UP : Direction.DOWN,
        Math.max(0, onset - 1),
        onset,
        state.commits() - 1,
        Math.exp(level - centre));
  }

  private @Nullable Suspect drift(DetectorState state) {
    boolean isDue = state.commits() - state.driftAsked() >= policy.window();
    if (!isDue || state.anchor().size() < policy.window() || state.pending() > 0) {
      return null;
    }
    double distance =
        Spread.median(last(state, policy.minimumSegment())) - Math.log(state.baseline());
    if (Math.abs(distance) <= Math.log1p(policy.floor())) {
      return null;
    }
    return new Suspect(
        Kind.DRIFT,
        distance > 0 ? Direction.UP : Direction.DOWN,
        state.pinned(),
        state.commits() - policy.minimumSegment(),
        state.commits() - 1,
        Math.exp(distance));
  }

  private static double[] last(DetectorState state, int count) {
    List<Double> recent = state.recent();
    return DetectorState.array(recent.subList(Math.max(0, recent.size() - count), recent.size()));
  }

  private DetectorState newLevel(DetectorState state, Suspect suspect) {
    int length = (int) Math.min(state.recent().size(), state.commits() - suspect.onset());
    List<Double> level =
        state.recent().subList(state.recent().size() - length, state.recent().size());
    return new DetectorState(
        state.commits(),
        suspect.onset(),
        suspect.onset(),
        level.subList(0, Math.min(level.size(), policy.window())),
        level,
        Evidence.NONE,
        Evidence.NONE,
        state.commits());
  }

  private static DetectorState dropped(DetectorState state, Suspect suspect) {
    if (suspect.kind() == Kind.DRIFT) {
      return with(state, state.up(), state.down(), state.commits());
    }
    return suspect.direction() == Direction.UP
        ? with(state, Evidence.NONE, state.down(), state.driftAsked())
        : with(state, state.up(), Evidence.NONE, state.driftAsked());
  }

  private DetectorState postponed(DetectorState state, Suspect suspect) {
    Evidence evidence = suspect.direction() == Direction.UP ? state.up() : state.down();
    if (suspect.kind() == Kind.DRIFT || evidence.rounds() + 1 >= policy.rounds()) {
      return dropped(state, suspect);
    }
    Evidence again = new Evidence(evidence.sum(), evidence.length(), evidence.rounds() + 1);
    return suspect.direction() == Direction.UP
        ? with(state, again, state.down(), state.driftAsked())
        : with(state, state.up(), again, state.driftAsked());
  }

  private static DetectorState with(
      DetectorState state, Evidence up, Evidence down, long driftAsked) {
    return new DetectorState(
        state.commits(),
        state.segmentStart(),
        state.pinned(),
        state.anchor(),
        state.recent(),
        up,
        down,
        driftAsked);
  }

  /** What a commit is held against: the level before evidence began to gather. */
  private record Reference(double centre, double deviation, double slack) {

    static Reference of(DetectorState state, DetectorPolicy policy) {
      double[] values = DetectorState.array(calm(state, policy));
      double floor = Math.log1p(policy.floor());
      double deviation =
          Math.max(
              LEAST_DEVIATION * floor,
              Math.max(Robust.deviation(values), Robust.stepDeviation(values)));
      double slack = Math.max(policy.slack(), SLACK_OF_FLOOR * floor / deviation);
      return new Reference(Spread.median(values), deviation, slack);
    }

    private static List<Double> calm(DetectorState state, DetectorPolicy policy) {
      List<Double> recent = state.recent();
      int end = recent.size() - state.pending();
      int start = Math.max(0, end - policy.window());
      return end - start < policy.minimumSegment()
          ? recent.subList(Math.max(0, recent.size() - policy.window()), recent.size())
          : recent.subList(start, end);
    }

    double deviations(double value) {
      return (value - centre) / deviation;
    }
  }
}
