package dev.evolve.search.strategy;

import dev.evolve.search.History;
import dev.evolve.search.Outcome;
import dev.evolve.search.Strategy;
import dev.evolve.search.Suggestion;
import dev.evolve.search.Trial;
import dev.evolve.search.space.Neighbourhood;
import dev.evolve.search.space.Point;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Iterated local search (Lourenço, Martin and Stützle 2003): goes to the first neighbour that is
 * better, looking at small steps before any other change of one parameter. Where no neighbour is
 * left it kicks the best point in a few parameters and goes on from there; now and then it starts
 * afresh instead.
 */
public final class LocalSearchStrategy implements Strategy {

  /** Its name. */
  public static final String NAME = "local-search";

  private static final int TRIES = 10;

  private final Settings settings;
  private final Moves moves = new Moves();
  private @Nullable Member current;
  private int measured;

  /** One with the settings that did well on measured spaces. */
  public LocalSearchStrategy() {
    this(Settings.DEFAULT);
  }

  LocalSearchStrategy(Settings settings) {
    this.settings = settings;
  }

  /**
   * How it searches.
   *
   * @param starts measured points before the first step; it goes on from the best of them
   * @param kick steps of one parameter that lead away from a local optimum
   * @param afresh the share of local optima after which it starts at a drawn point
   */
  record Settings(int starts, int kick, double afresh) {
    static final Settings DEFAULT = new Settings(8, 4, 0.1);
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Optional<Suggestion> suggest(History history, RandomGenerator random) {
    Member from = current;
    if (from == null || measured < settings.starts()) {
      return InitialDesign.next(history, random)
          .map(point -> new Suggestion(point, NAME, "a start"));
    }
    return neighbour(history, from.point(), random)
        .map(point -> new Suggestion(point, NAME, "next to the point where it stands"))
        .or(
            () ->
                kicked(history, random)
                    .map(point -> new Suggestion(point, NAME, "away from a local optimum")));
  }

  private Optional<Point> neighbour(History history, Point from, RandomGenerator random) {
    return moves
        .unknownAround(history, from, Neighbourhood.STEP, random)
        .or(() -> moves.unknownAround(history, from, Neighbourhood.HAMMING, random));
  }

  private Optional<Point> kicked(History history, RandomGenerator random) {
    Optional<Trial> best = history.best();
    if (best.isEmpty() || random.nextDouble() < settings.afresh()) {
      return RandomStrategy.unknown(history, random);
    }
    for (int i = 0; i < TRIES; i++) {
      Optional<Point> kicked = kick(history, best.get().point(), random);
      if (kicked.isPresent() && !history.isKnown(kicked.get())) {
        return kicked;
      }
    }
    return RandomStrategy.unknown(history, random);
  }

  private Optional<Point> kick(History history, Point best, RandomGenerator random) {
    long[] places = best.places();
    for (int i = 0; i < settings.kick(); i++) {
      int parameter = random.nextInt(places.length);
      places[parameter] =
          Moves.step(history.space().parameters().get(parameter), places[parameter], random);
    }
    return history.space().repair(Point.of(places), random);
  }

  @Override
  public void observe(Trial trial, History history, RandomGenerator random) {
    if (!(trial.outcome() instanceof Outcome.Measured result)) {
      return;
    }
    measured++;
    Member from = current;
    if (from == null || result.value() < from.value() || isKick(trial, history, from.point())) {
      current = new Member(trial.point(), result.value());
    }
  }

  /** True if it had left the point where it stood, since nothing around it was left to try. */
  private boolean isKick(Trial trial, History history, Point from) {
    List<Point> around = moves.around(history, from, Neighbourhood.HAMMING);
    return trial.strategy().equals(NAME)
        && measured > settings.starts()
        && !around.contains(trial.point())
        && around.stream().allMatch(history::isKnown);
  }
}
