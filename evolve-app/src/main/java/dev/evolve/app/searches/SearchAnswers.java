package dev.evolve.app.searches;

import dev.evolve.searches.SearchEntry;
import dev.evolve.searches.SearchRequest;
import dev.evolve.searches.SpaceDocument;
import java.time.Instant;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/** What is answered about searches that are held for others. */
public final class SearchAnswers {

  private SearchAnswers() {}

  /**
   * A point to measure.
   *
   * @param number names it when its result is told
   * @param values by parameter
   * @param strategy who chose it
   * @param reason why
   * @param until when it is given out again if nothing was told of it
   * @param repeated true if it was given out before and nothing was told in time
   */
  public record ProposalAnswer(
      long number,
      SortedMap<String, String> values,
      String strategy,
      String reason,
      Instant until,
      boolean repeated) {}

  /**
   * What is to be measured next.
   *
   * @param proposals at most as many as were asked for
   * @param stopped why they are fewer; null if they are not
   */
  public record AskAnswer(List<ProposalAnswer> proposals, @Nullable String stopped) {}

  /**
   * What became of results.
   *
   * @param taken results that the search learned from
   * @param late results of proposals that were told already with another: kept, not learned from
   * @param known results that were told already
   * @param best the best so far; null if nothing was measured
   */
  public record TellAnswer(int taken, int late, int known, @Nullable BestAnswer best) {}

  /** The best so far: the values of the smallest value, and who found it. */
  public record BestAnswer(
      SortedMap<String, String> values, double value, String strategy, long trial) {}

  /** A search in a list. */
  public record SearchSummary(
      String id,
      String name,
      String owner,
      String strategy,
      Instant createdAt,
      int trials,
      int open,
      @Nullable String stopped) {}

  /**
   * A search.
   *
   * @param entries part of its journal: from {@code from} on
   * @param entryCount how long the journal is
   */
  public record SearchDetail(
      SearchSummary summary,
      long seed,
      SpaceDocument space,
      SearchRequest.SearchBudget budget,
      double secondsUsed,
      int priorTrials,
      @Nullable BestAnswer best,
      List<ProposalAnswer> open,
      int from,
      int entryCount,
      List<SearchEntry> entries) {}
}
