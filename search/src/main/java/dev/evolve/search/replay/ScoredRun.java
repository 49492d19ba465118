package dev.evolve.search.replay;

/**
 * What is kept of a run for the table.
 *
 * @param ranks of the best value at every time of the window, from {@link Scorer#ranks}
 * @param hasReached whether it came 95 % of the way within the budget
 * @param hasFound whether it found the optimum within the budget
 * @param evaluationsToNear evaluations to within 2 % of the optimum; infinite if it never came
 * @param evaluations how many it made
 * @param paidTwice how many of them were paid for a point that had been paid for
 * @param finalRatio its best value over the optimum; infinite if nothing ran
 * @param ownNanos the search's own time per evaluation
 */
public record ScoredRun(
    int[] ranks,
    boolean hasReached,
    boolean hasFound,
    double evaluationsToNear,
    int evaluations,
    int paidTwice,
    double finalRatio,
    double ownNanos) {

  private static final double NEAR = 1.02;

  /** Scores a run. */
  public static ScoredRun of(Scorer scorer, ReplayRun run) {
    double budget = scorer.budgetSeconds();
    int count = run.evaluations();
    double last = count == 0 ? Double.NaN : run.best()[count - 1];
    return new ScoredRun(
        scorer.ranks(run.seconds(), run.best()),
        run.hasReached(scorer.target(), budget),
        run.hasReached(scorer.optimum(), budget),
        run.evaluationsTo(scorer.optimum() * NEAR),
        count,
        run.paidTwice(),
        Double.isNaN(last) ? Double.POSITIVE_INFINITY : last / scorer.optimum(),
        run.ownNanos());
  }
}
