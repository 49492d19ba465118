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
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * A tree-structured Parzen estimator (Bergstra, Bardenet, Bengio and Kégl 2011): the best of the
 * known points and the rest each make a density, and the candidate whose densities have the largest
 * ratio is next, which is the one of most expected improvement. Densities are taken of every
 * parameter and of all parameters together (as Falkner, Klein and Hutter 2018 do), by the kernel of
 * {@link Likeness}. Failures belong to the rest, pending points too, so that a batch spreads.
 */
public final class ParzenStrategy implements Strategy {

  /** Its name. */
  public static final String NAME = "parzen";

  private final Settings settings;
  private final Moves moves = new Moves();
  private final Map<Point, Double> values = new LinkedHashMap<>();
  private @Nullable Likeness likeness;

  /** One with the settings that did well on measured spaces. */
  public ParzenStrategy() {
    this(Settings.DEFAULT);
  }

  ParzenStrategy(Settings settings) {
    this.settings = settings;
  }

  /**
   * How it searches.
   *
   * @param starts measured points before the first estimate
   * @param share of the measured points that are good
   * @param mostGood how many points are good at most
   * @param children candidates made of good points
   * @param drawn candidates drawn uniformly
   * @param together weight of the density of all parameters together
   */
  record Settings(
      int starts, double share, int mostGood, int children, int drawn, double together) {
    static final Settings DEFAULT = new Settings(8, 0.1, 25, 40, 8, 0.5);
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Optional<Suggestion> suggest(History history, RandomGenerator random) {
    List<Member> ranked = ranked();
    int measured = measured(ranked);
    if (measured < settings.starts()) {
      return InitialDesign.next(history, random)
          .map(point -> new Suggestion(point, NAME, "one of the points to start with"));
    }
    int good =
        Math.min(
            measured, Math.clamp(Math.round(settings.share() * measured), 3, settings.mostGood()));
    List<Point> rest = new ArrayList<>(points(ranked.subList(good, ranked.size())));
    rest.addAll(history.pending());
    return chosen(history, points(ranked.subList(0, good)), rest, random)
        .map(
            point ->
                new Suggestion(point, NAME, "most like the good points and least like the rest"))
        .or(
            () ->
                RandomStrategy.unknown(history, random)
                    .map(point -> new Suggestion(point, NAME, "drawn from what is left")));
  }

  /** Best first, failures last. */
  private List<Member> ranked() {
    return values.entrySet().stream()
        .map(entry -> new Member(entry.getKey(), entry.getValue()))
        .sorted(Comparator.comparingDouble(Member::value))
        .toList();
  }

  private static int measured(List<Member> ranked) {
    return (int) ranked.stream().filter(member -> Double.isFinite(member.value())).count();
  }

  private static List<Point> points(List<Member> members) {
    return members.stream().map(Member::point).toList();
  }

  private Optional<Point> chosen(
      History history, List<Point> good, List<Point> rest, RandomGenerator random) {
    if (likeness == null) {
      likeness = new Likeness(history.space().parameters());
    }
    Density better = new Density(likeness, good);
    Density worse = new Density(likeness, rest);
    Point chosen = null;
    double most = Double.NEGATIVE_INFINITY;
    for (Point candidate : candidates(history, good, random)) {
      double merit =
          better.log(candidate)
              - worse.log(candidate)
              + settings.together() * better.logTogether(candidate);
      if (merit > most) {
        most = merit;
        chosen = candidate;
      }
    }
    return Optional.ofNullable(chosen);
  }

  private Set<Point> candidates(History history, List<Point> good, RandomGenerator random) {
    Set<Point> candidates = new LinkedHashSet<>();
    for (int i = 0; i < settings.children(); i++) {
      Point parent = good.get(random.nextInt(good.size()));
      Optional<Point> child =
          switch (i % 4) {
            case 0 -> moves.unknownAround(history, parent, Neighbourhood.ADJACENT, random);
            case 1 -> moves.unknownAround(history, parent, Neighbourhood.HAMMING, random);
            default -> child(history, good, random);
          };
      child.ifPresent(candidates::add);
    }
    for (int i = 0; i < settings.drawn(); i++) {
      history.space().draw(random).ifPresent(candidates::add);
    }
    candidates.removeIf(history::isKnown);
    return candidates;
  }

  /** Every value of some good point, now and then a step away. */
  private static Optional<Point> child(History history, List<Point> good, RandomGenerator random) {
    List<Parameter> parameters = history.space().parameters();
    long[] places = new long[parameters.size()];
    for (int i = 0; i < places.length; i++) {
      places[i] = good.get(random.nextInt(good.size())).place(i);
      if (random.nextInt(places.length) == 0) {
        places[i] = Moves.step(parameters.get(i), places[i], random);
      }
    }
    return history.space().repair(Point.of(places), random);
  }

  @Override
  public void observe(Trial trial, History history, RandomGenerator random) {
    switch (trial.outcome()) {
      case Outcome.Measured measured -> values.put(trial.point(), measured.value());
      case Outcome.Failed failed -> {
        if (failed.reason() != Outcome.Reason.INFRASTRUCTURE) {
          values.put(trial.point(), Double.POSITIVE_INFINITY);
        }
      }
    }
  }
}
