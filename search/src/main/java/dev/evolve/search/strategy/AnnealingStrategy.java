package dev.evolve.search.strategy;

import dev.evolve.search.History;
import dev.evolve.search.Outcome;
import dev.evolve.search.Strategy;
import dev.evolve.search.Suggestion;
import dev.evolve.search.Trial;
import dev.evolve.search.space.Neighbourhood;
import dev.evolve.search.space.Point;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Simulated annealing (Kirkpatrick, Gelatt and Vecchi 1983) without a schedule: a worse point is
 * accepted by how many of the values seen so far lie between it and the present one. The more good
 * values there are, the smaller a loss on the scale of the values is accepted; so it cools with its
 * progress, whatever the scale, the spread and the budget. A move changes one parameter or lets
 * every ordered parameter step at once. After a while without improvement it restarts from the
 * best. Results of others are moves like its own.
 */
public final class AnnealingStrategy implements Strategy {

  /** Its name. */
  public static final String NAME = "annealing";

  private final Settings settings;
  private final Moves moves = new Moves();
  private final Ranking ranking = new Ranking();
  private @Nullable Member current;
  private int stale;

  /** One with the settings that did well on measured spaces. */
  public AnnealingStrategy() {
    this(Settings.DEFAULT);
  }

  AnnealingStrategy(Settings settings) {
    this.settings = settings;
  }

  /**
   * How it searches.
   *
   * @param starts measured points before the first move
   * @param warmth the loss, as a share of the values seen, that is accepted once in e times
   * @param patience trials without a new best before it restarts from the best
   * @param wide the share of moves that change one parameter by any amount
   */
  record Settings(int starts, double warmth, int patience, double wide) {
    static final Settings DEFAULT = new Settings(8, 0.06, 80, 0.8);
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Optional<Suggestion> suggest(History history, RandomGenerator random) {
    Member from = current;
    if (from == null || ranking.size() < settings.starts()) {
      return InitialDesign.next(history, random)
          .map(point -> new Suggestion(point, NAME, "one of the points to start with"));
    }
    return move(history, from.point(), random)
        .map(point -> new Suggestion(point, NAME, "a move from where it stands"))
        .or(
            () ->
                RandomStrategy.unknown(history, random)
                    .map(point -> new Suggestion(point, NAME, "drawn, every move is known")));
  }

  private Optional<Point> move(History history, Point from, RandomGenerator random) {
    boolean isWide = random.nextDouble() < settings.wide();
    Neighbourhood first = isWide ? Neighbourhood.HAMMING : Neighbourhood.ADJACENT;
    Neighbourhood second = isWide ? Neighbourhood.ADJACENT : Neighbourhood.HAMMING;
    return moves
        .unknownAround(history, from, first, random)
        .or(() -> moves.unknownAround(history, from, second, random));
  }

  @Override
  public void observe(Trial trial, History history, RandomGenerator random) {
    stale++;
    if (trial.outcome() instanceof Outcome.Measured measured) {
      ranking.add(trial);
      take(new Member(trial.point(), measured.value()), random);
    }
    if (stale >= settings.patience()) {
      stale = 0;
      history.best().flatMap(Member::of).ifPresent(best -> current = best);
    }
  }

  private void take(Member next, RandomGenerator random) {
    boolean isBest = ranking.smaller(next.value()) == 0;
    stale = isBest ? 0 : stale;
    if (isBest || current == null || isAccepted(next.value(), current.value(), random)) {
      current = next;
    }
  }

  private boolean isAccepted(double next, double present, RandomGenerator random) {
    double worse = ranking.quantile(next) - ranking.quantile(present);
    double heat = ranking.size() <= settings.starts() ? 0 : settings.warmth();
    return worse <= 0 || random.nextDouble() < Math.exp(-worse / heat);
  }
}
