package dev.evolve.app.histories;

import dev.evolve.app.histories.CommitHistory.Commit;
import dev.evolve.app.histories.HistoryReport.Change;
import dev.evolve.app.histories.HistoryReport.Level;
import dev.evolve.app.histories.HistoryReport.Meaning;
import dev.evolve.app.histories.HistoryReport.Suspicion;
import dev.evolve.gates.compatible.CompatibleChange;
import dev.evolve.gates.compatible.OtavaChangePoints;
import dev.evolve.gates.compatible.PerfherderAlerts;
import dev.evolve.gates.statistics.change.ChangePoint;
import dev.evolve.gates.statistics.change.ChangePoints;
import dev.evolve.gates.statistics.change.DetectorPolicy;
import dev.evolve.gates.statistics.change.DetectorState;
import dev.evolve.gates.statistics.change.Direction;
import dev.evolve.gates.statistics.change.OnlineDetector;
import dev.evolve.gates.statistics.change.OnlineDetector.Observation;
import dev.evolve.gates.statistics.change.Segment;
import dev.evolve.gates.statistics.change.Segmentation;
import dev.evolve.gates.statistics.change.Shift;
import dev.evolve.gates.statistics.change.Suspect;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Looks for changes in a history, and for what its newest commits suggest. */
public final class HistoryAnalyst {

  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._/-]*");

  private final HistoryRule rule;
  private final double floor;
  private final boolean higherIsBetter;

  /**
   * @param rule whose rule
   * @param floorPercent smallest change that matters to our own rule, in percent
   * @param higherIsBetter whether a move up is good
   */
  public HistoryAnalyst(HistoryRule rule, double floorPercent, boolean higherIsBetter) {
    if (!(floorPercent >= 0.01 && floorPercent < 100)) {
      throw CommitHistory.refused("wanted a floor from 0.01 to 100 percent, found " + floorPercent);
    }
    this.rule = rule;
    this.floor = floorPercent / 100;
    this.higherIsBetter = higherIsBetter;
  }

  /** What the history shows. */
  public HistoryReport report(CommitHistory history) {
    checkLength(history);
    return switch (rule) {
      case EVOLVE -> ours(history);
      case OTAVA -> theirs(history, OtavaChangePoints.DEFAULT.of(history.medians()));
      case PERFHERDER -> theirs(history, PerfherderAlerts.DEFAULT.of(history.medians()));
    };
  }

  private void checkLength(CommitHistory history) {
    int shortest =
        switch (rule) {
          case EVOLVE -> ChangePoints.DEFAULT.shortest();
          case OTAVA -> 2;
          case PERFHERDER ->
              PerfherderAlerts.DEFAULT.minimumBack() + PerfherderAlerts.DEFAULT.fore();
        };
    if (history.size() < shortest) {
      throw CommitHistory.refused(
          "wanted at least "
              + shortest
              + " commits for this rule, found "
              + history.size()
              + "; measure more of them");
    }
  }

  private HistoryReport ours(CommitHistory history) {
    history.commits().forEach(HistoryAnalyst::checkPositive);
    ChangePoints points =
        new ChangePoints(
            floor, ChangePoints.DEFAULT.alpha(), ChangePoints.DEFAULT.minimumSegment());
    Segmentation found = points.of(history.medians());
    return new HistoryReport(
        rule.text(),
        history.size(),
        found.changes().stream().map(change -> change(history, change)).toList(),
        found.segments().stream().map(segment -> level(history, segment)).toList(),
        suspicion(history, found.last().start()));
  }

  private static void checkPositive(Commit commit) {
    if (commit.values().stream().anyMatch(value -> value <= 0)) {
      throw CommitHistory.refused(
          "wanted positive values, found "
              + commit.values()
              + " for commit "
              + commit.commit()
              + "; changes are ratios here, so measure from another zero");
    }
  }

  private Change change(CommitHistory history, ChangePoint point) {
    Shift shift = point.shift();
    return new Change(
        history.name(point.index()),
        point.index(),
        meaning(shift.relative()),
        shift.relative(),
        shift.low() - 1,
        shift.high() - 1);
  }

  private static Level level(CommitHistory history, Segment segment) {
    return new Level(
        history.name(segment.start()),
        history.name(segment.end() - 1),
        segment.end() - segment.start(),
        segment.level());
  }

  private Meaning meaning(double relative) {
    return relative > 0 == higherIsBetter ? Meaning.BETTER : Meaning.WORSE;
  }

  /**
   * What the detector suspects at the newest commit, reading the last level alone. Nobody answers
   * its suspicions here, so that evidence stays until later commits take it away.
   */
  private @Nullable Suspicion suspicion(CommitHistory history, int from) {
    OnlineDetector detector = new OnlineDetector(DetectorPolicy.DEFAULT.withFloor(floor));
    DetectorState state = DetectorState.EMPTY;
    Suspect last = null;
    for (Commit commit : history.commits().subList(from, history.size())) {
      Observation observation =
          detector.observe(state, commit.values().stream().mapToDouble(v -> v).toArray());
      state = observation.state();
      last = observation.suspect();
    }
    return last == null || Math.abs(Math.log(last.ratio())) < Math.log1p(floor)
        ? null
        : suspicion(history, from, last);
  }

  private Suspicion suspicion(CommitHistory history, int from, Suspect suspect) {
    String before = history.name(from + suspect.before());
    String at = history.name(from + suspect.at());
    boolean isUp = suspect.direction() == Direction.UP;
    return new Suspicion(
        suspect.kind().name().toLowerCase(Locale.ROOT),
        before,
        history.name(from + suspect.onset()),
        at,
        isUp == higherIsBetter ? Meaning.BETTER : Meaning.WORSE,
        suspect.ratio() - 1,
        action(before, at));
  }

  /** Names that a shell would read otherwise are in no command. */
  private static String action(String before, String at) {
    boolean isPlain = PLAIN.matcher(before).matches() && PLAIN.matcher(at).matches();
    return "run "
        + before
        + " and "
        + at
        + " again by turns on one machine before you blame anybody"
        + (isPlain ? ": ./evolve gate --base " + before + " --head " + at + " --bench '...'" : "");
  }

  private HistoryReport theirs(CommitHistory history, List<CompatibleChange> found) {
    List<Level> levels = new ArrayList<>();
    double[] medians = history.medians();
    for (int i = 0; i <= found.size(); i++) {
      int from = i == 0 ? 0 : found.get(i - 1).index();
      int to = i == found.size() ? history.size() : found.get(i).index();
      double mean = Arrays.stream(medians, from, to).average().orElse(Double.NaN);
      levels.add(new Level(history.name(from), history.name(to - 1), to - from, mean));
    }
    return new HistoryReport(
        rule.text(),
        history.size(),
        found.stream().map(change -> change(history, change)).toList(),
        levels,
        null);
  }

  private Change change(CommitHistory history, CompatibleChange found) {
    return new Change(
        history.name(found.index()),
        found.index(),
        meaning(found.relative()),
        found.relative(),
        null,
        null);
  }
}
