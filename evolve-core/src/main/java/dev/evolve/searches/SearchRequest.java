package dev.evolve.searches;

import dev.evolve.search.Strategy;
import dev.evolve.search.prior.KnownSpace;
import dev.evolve.search.prior.Prior;
import dev.evolve.search.prior.WarmStrategy;
import dev.evolve.search.strategy.Strategies;
import java.time.Instant;
import java.util.List;
import java.util.SortedMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A search to hold for others.
 *
 * @param space where
 * @param strategy name of the strategy
 * @param budget what it may use up
 * @param leaseSeconds after how long a proposal of which nothing was told is given out again
 * @param prior what is known already
 * @param owner who asked for it
 * @param createdAt when
 * @param memory what was measured elsewhere and guides it; null for a cold start
 */
public record SearchRequest(
    SpaceDocument space,
    String strategy,
    SearchBudget budget,
    long leaseSeconds,
    List<PriorTrial> prior,
    String owner,
    Instant createdAt,
    @Nullable Prior memory) {

  /** How long a proposal is held where nobody says otherwise, in seconds. */
  public static final long STANDARD_LEASE_SECONDS = 3_600;

  private static final int MOST_SETS = 8;
  private static final int MOST_TRIALS = 96;
  private static final long LONGEST_LEASE_SECONDS = 30L * 24 * 3_600;

  public SearchRequest {
    prior = List.copyOf(prior);
    if (leaseSeconds < 1 || leaseSeconds > LONGEST_LEASE_SECONDS) {
      throw new IllegalArgumentException(
          "a lease is from 1 to " + LONGEST_LEASE_SECONDS + " seconds, not " + leaseSeconds);
    }
    if (!Strategies.names().contains(strategy)) {
      throw new IllegalArgumentException(
          "no strategy '" + strategy + "'; there are " + String.join(", ", Strategies.names()));
    }
    if (prior.size() > SearchBudget.MOST_TRIALS) {
      throw new IllegalArgumentException(
          prior.size() + " prior trials, at most " + SearchBudget.MOST_TRIALS + " are taken");
    }
  }

  /** A search that starts cold. */
  public SearchRequest(
      SpaceDocument space,
      String strategy,
      SearchBudget budget,
      long leaseSeconds,
      List<PriorTrial> prior,
      String owner,
      Instant createdAt) {
    this(space, strategy, budget, leaseSeconds, prior, owner, createdAt, null);
  }

  /**
   * The same, guided by what of a memory turns a parameter of the space; bounded, since it is kept
   * with the search.
   *
   * @throws IllegalArgumentException if nothing of it does
   */
  public SearchRequest remembering(Prior known) {
    List<String> names = space.parameters().stream().map(ParameterDocument::name).toList();
    List<KnownSpace> fitting =
        known.sources().stream()
            .filter(source -> source.parameters().stream().anyMatch(names::contains))
            .toList();
    if (fitting.isEmpty()) {
      throw new IllegalArgumentException(
          "wanted a memory with a parameter of "
              + names
              + ", found "
              + known.sources().size()
              + " sets of trials without one; leave memoryOf out to start cold");
    }
    return new SearchRequest(
        space,
        strategy,
        budget,
        leaseSeconds,
        prior,
        owner,
        createdAt,
        new Prior(fitting).bounded(MOST_SETS, MOST_TRIALS));
  }

  /** The strategy, fresh; guided by the memory if there is one. */
  Strategy fresh(Function<String, Strategy> strategies) {
    Prior known = memory;
    return known == null
        ? strategies.apply(strategy)
        : new WarmStrategy(known, () -> strategies.apply(strategy));
  }

  /** A result from before the search. */
  public record PriorTrial(SortedMap<String, String> values, ToldResult result) {}

  /**
   * What a search may use up.
   *
   * @param evaluations results, failures included; null for as many as are ever kept
   * @param seconds of building and running, as told; null for any
   */
  public record SearchBudget(@Nullable Integer evaluations, @Nullable Double seconds) {

    /** Most results that are kept of a search. */
    public static final int MOST_TRIALS = 4_000;

    public SearchBudget {
      if (evaluations != null && (evaluations < 1 || evaluations > MOST_TRIALS)) {
        throw new IllegalArgumentException(
            "a search takes from 1 to " + MOST_TRIALS + " evaluations, not " + evaluations);
      }
      if (seconds != null && !(seconds > 0 && Double.isFinite(seconds))) {
        throw new IllegalArgumentException("a budget of seconds is positive, not " + seconds);
      }
    }

    int mostEvaluations() {
      return evaluations == null ? MOST_TRIALS : evaluations;
    }
  }
}
