package dev.evolve.search.strategy;

import dev.evolve.search.History;
import dev.evolve.search.Strategy;
import dev.evolve.search.Suggestion;
import dev.evolve.search.Trial;
import dev.evolve.search.space.Neighbourhood;
import dev.evolve.search.space.Parameter;
import dev.evolve.search.space.Point;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * A steady-state genetic algorithm (Whitley 1989): the population is the best points known, whoever
 * proposed them; a child of two of them takes the place of the worst. Children are mixed by uniform
 * or one-point crossover, mutated by single steps, and repaired to the nearest feasible point.
 */
public final class GeneticStrategy implements Strategy {

  /** Its name. */
  public static final String NAME = "genetic";

  private static final int TRIES = 10;

  private final Settings settings;
  private final Moves moves = new Moves();
  private final Population population;

  /** One with the settings that did well on measured spaces. */
  public GeneticStrategy() {
    this(Settings.DEFAULT);
  }

  GeneticStrategy(Settings settings) {
    this.settings = settings;
    this.population = new Population(settings.population());
  }

  /**
   * How it searches.
   *
   * @param starts measured points before the first child
   * @param population how many points it keeps at most
   * @param mutation how many parameters of a child are mutated on average
   * @param wide the share of mutations that draw any value rather than step
   */
  record Settings(int starts, int population, double mutation, double wide) {
    static final Settings DEFAULT = new Settings(12, 24, 1, 0.2);
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Optional<Suggestion> suggest(History history, RandomGenerator random) {
    if (population.size() < settings.starts()) {
      return InitialDesign.next(history, random)
          .map(point -> new Suggestion(point, NAME, "one of the first of its population"));
    }
    for (int i = 0; i < TRIES; i++) {
      Optional<Point> child = child(history, random).filter(point -> !history.isKnown(point));
      if (child.isPresent()) {
        return Optional.of(new Suggestion(child.get(), NAME, "a child of two good points"));
      }
    }
    Point parent = population.tournament(random).point();
    return moves
        .unknownAround(history, parent, Neighbourhood.ADJACENT, random)
        .map(point -> new Suggestion(point, NAME, "close to a good point"))
        .or(
            () ->
                RandomStrategy.unknown(history, random)
                    .map(point -> new Suggestion(point, NAME, "fresh blood")));
  }

  private Optional<Point> child(History history, RandomGenerator random) {
    Point mother = population.tournament(random).point();
    Point father = population.tournament(random).point();
    long[] places = crossed(mother, father, random);
    mutate(history.space().parameters(), places, random);
    return history.space().repair(Point.of(places), random);
  }

  private static long[] crossed(Point mother, Point father, RandomGenerator random) {
    long[] places = mother.places();
    boolean isUniform = random.nextBoolean();
    int cut = 1 + random.nextInt(places.length);
    for (int i = 0; i < places.length; i++) {
      if (isUniform ? random.nextBoolean() : i >= cut) {
        places[i] = father.place(i);
      }
    }
    return places;
  }

  private void mutate(List<Parameter> parameters, long[] places, RandomGenerator random) {
    for (int i = 0; i < places.length; i++) {
      if (random.nextDouble() * places.length < settings.mutation()) {
        Parameter parameter = parameters.get(i);
        places[i] =
            random.nextDouble() < settings.wide()
                ? random.nextLong(parameter.size())
                : Moves.step(parameter, places[i], random);
      }
    }
  }

  @Override
  public void observe(Trial trial, History history, RandomGenerator random) {
    population.add(trial);
  }
}
