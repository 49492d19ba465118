package dev.evolve.search.strategy;

import dev.evolve.search.History;
import dev.evolve.search.Outcome;
import dev.evolve.search.Strategy;
import dev.evolve.search.Suggestion;
import dev.evolve.search.Trial;
import dev.evolve.search.space.Neighbourhood;
import dev.evolve.search.space.Parameter;
import dev.evolve.search.space.Point;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * Differential evolution (Storn and Price 1997) on places: a point moves towards the best by a
 * share of the difference of two others. An unordered parameter takes the place of one of the
 * points instead. Mutants are repaired to the nearest feasible point. A result takes the place of
 * the member nearest to it that is worse (crowding, Thomsen 2004), so results of others count too
 * and any number may be pending.
 */
public final class DifferentialEvolutionStrategy implements Strategy {

  /** Its name. */
  public static final String NAME = "differential-evolution";

  private static final int TRIES = 10;

  private final Settings settings;
  private final Moves moves = new Moves();
  private final List<Member> members = new ArrayList<>();

  /** One with the settings that did well on measured spaces. */
  public DifferentialEvolutionStrategy() {
    this(Settings.DEFAULT);
  }

  DifferentialEvolutionStrategy(Settings settings) {
    this.settings = settings;
  }

  /**
   * How it searches.
   *
   * @param starts measured points before the first mutant
   * @param population how many points it keeps at most
   * @param scale the share of a difference that is added, on average
   * @param crossover the share of the parameters that are mutated
   * @param greed the share of mutants that start from the best point
   */
  record Settings(int starts, int population, double scale, double crossover, double greed) {
    static final Settings DEFAULT = new Settings(8, 20, 0.8, 0.5, 0.8);
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Optional<Suggestion> suggest(History history, RandomGenerator random) {
    if (members.size() < settings.starts()) {
      return InitialDesign.next(history, random)
          .map(point -> new Suggestion(point, NAME, "one of the first of its population"));
    }
    for (int i = 0; i < TRIES; i++) {
      Optional<Point> mutant = mutant(history, random).filter(point -> !history.isKnown(point));
      if (mutant.isPresent()) {
        return Optional.of(
            new Suggestion(mutant.get(), NAME, "a good point moved by a difference"));
      }
    }
    return moves
        .unknownAround(history, any(random).point(), Neighbourhood.ADJACENT, random)
        .map(point -> new Suggestion(point, NAME, "close to a good point"))
        .or(
            () ->
                RandomStrategy.unknown(history, random)
                    .map(point -> new Suggestion(point, NAME, "drawn from what is left")));
  }

  private Member any(RandomGenerator random) {
    return members.get(random.nextInt(members.size()));
  }

  private Optional<Point> mutant(History history, RandomGenerator random) {
    List<Parameter> parameters = history.space().parameters();
    Point target = any(random).point();
    Point base = random.nextDouble() < settings.greed() ? best() : any(random).point();
    Point one = any(random).point();
    Point other = any(random).point();
    double scale = settings.scale() * (0.5 + random.nextDouble());
    long[] places = target.places();
    int always = random.nextInt(places.length);
    for (int i = 0; i < places.length; i++) {
      if (i == always || random.nextDouble() < settings.crossover()) {
        places[i] =
            parameters.get(i).isOrdered()
                ? moved(
                    parameters.get(i), base.place(i), one.place(i), other.place(i), scale, random)
                : (random.nextDouble() < scale / 2 ? one : base).place(i);
      }
    }
    return history.space().repair(Point.of(places), random);
  }

  private static long moved(
      Parameter parameter, long base, long one, long other, double scale, RandomGenerator random) {
    double wanted = base + scale * (one - other);
    long place = (long) Math.floor(wanted + random.nextDouble());
    return Math.clamp(place, 0, parameter.size() - 1);
  }

  private Point best() {
    Member best = members.getFirst();
    for (Member member : members) {
      best = member.value() < best.value() ? member : best;
    }
    return best.point();
  }

  @Override
  public void observe(Trial trial, History history, RandomGenerator random) {
    members.removeIf(member -> member.point().equals(trial.point()));
    if (trial.outcome() instanceof Outcome.Measured measured) {
      take(new Member(trial.point(), measured.value()));
    }
  }

  private void take(Member taken) {
    if (members.size() < settings.population()) {
      members.add(taken);
      return;
    }
    int nearest = -1;
    for (int i = 0; i < members.size(); i++) {
      boolean isWorse = members.get(i).value() > taken.value();
      if (isWorse && (nearest < 0 || isNearer(taken, i, nearest))) {
        nearest = i;
      }
    }
    if (nearest >= 0) {
      members.set(nearest, taken);
    }
  }

  private boolean isNearer(Member taken, int one, int other) {
    int first = taken.point().distance(members.get(one).point());
    int second = taken.point().distance(members.get(other).point());
    return first < second
        || (first == second && members.get(one).value() > members.get(other).value());
  }
}
