package dev.evolve.app.histories;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a history shows.
 *
 * @param rule whose rule found it: evolve, otava or perfherder
 * @param commits number of commits
 * @param changes where the level moved, oldest first
 * @param levels the stretches between
 * @param suspect a change that the newest commits suggest and nothing has confirmed; null for none
 */
public record HistoryReport(
    String rule,
    int commits,
    List<Change> changes,
    List<Level> levels,
    @Nullable Suspicion suspect) {

  public HistoryReport {
    changes = List.copyOf(changes);
    levels = List.copyOf(levels);
  }

  /** What a move of the level means. */
  public enum Meaning {
    WORSE,
    BETTER
  }

  /**
   * A move of the level.
   *
   * @param commit the first of the new level
   * @param index its position, from 0
   * @param meaning whether that is worse or better
   * @param relative new level over old, less one
   * @param low lower end of its 99 % interval; null where the rule gives none
   * @param high upper end
   */
  public record Change(
      String commit,
      int index,
      Meaning meaning,
      double relative,
      @Nullable Double low,
      @Nullable Double high) {}

  /**
   * A stretch at one level.
   *
   * @param first its first commit
   * @param last its last commit
   * @param commits their number
   * @param value median of the stretch, in the unit of the input; the mean in a compatible mode
   */
  public record Level(String first, String last, int commits, double value) {}

  /**
   * What fresh runs should look into.
   *
   * @param kind step, or drift over many commits
   * @param before the commit to run as the one before
   * @param onset where it seems to have come in
   * @param at the commit to run as the one after
   * @param meaning whether that is worse or better
   * @param relative how much, roughly
   * @param action what to do
   */
  public record Suspicion(
      String kind,
      String before,
      String onset,
      String at,
      Meaning meaning,
      double relative,
      String action) {}
}
