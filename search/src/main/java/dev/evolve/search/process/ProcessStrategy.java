package dev.evolve.search.process;

import dev.evolve.search.History;
import dev.evolve.search.Outcome;
import dev.evolve.search.Strategy;
import dev.evolve.search.Suggestion;
import dev.evolve.search.Trial;
import dev.evolve.search.space.Neighbourhood;
import dev.evolve.search.space.Point;
import dev.evolve.search.space.Space;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Measures where a Gaussian process over the knobs expects the largest improvement, among all
 * feasible points where they are listed, else among drawn ones and those around the best. Starts
 * with what its guide expects to be best, or with a drawn point if it has none.
 */
public final class ProcessStrategy implements Strategy {

  /** The name of one without a guide. */
  public static final String NAME = "process";

  private static final int DRAWN = 1_500;
  private static final int AROUND = 5;
  private static final int RENEWED_EVERY = 10;
  private static final int TRIES = 1_000;

  private final String name;
  private final Guide guide;
  private @Nullable Landmarks landmarks;
  private @Nullable KnobProcess process;
  private @Nullable Pool pool;
  private final List<Trial> untold = new ArrayList<>();
  private boolean[] taken = new boolean[0];
  private int poolAt;

  /** One that believes nothing beforehand. */
  public ProcessStrategy() {
    this(NAME, Guide.NONE);
  }

  /** One that is guided. */
  public ProcessStrategy(String name, Guide guide) {
    this.name = name;
    this.guide = guide;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Optional<Suggestion> suggest(History history, RandomGenerator random) {
    KnobProcess ready = ready(history, random);
    if (!ready.hasValue() && guide.sources().isEmpty()) {
      return unknown(history, random)
          .map(point -> new Suggestion(point, name, "drawn, since nothing is known yet"));
    }
    return chosen(ready, history)
        .or(
            () ->
                unknown(history, random)
                    .map(point -> new Suggestion(point, name, "drawn from what is left")));
  }

  private Optional<Suggestion> chosen(KnobProcess ready, History history) {
    Posterior posterior = ready.posterior(history.pending());
    double scale = ready.scale(posterior);
    double best = ready.best();
    boolean isBlind = Double.isInfinite(best);
    int chosen = -1;
    double most = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < posterior.rows().length; i++) {
      if (!taken[posterior.rows()[i]]) {
        double merit = isBlind ? -posterior.mean(i) : merit(posterior, i, scale, best);
        if (merit > most) {
          most = merit;
          chosen = i;
        }
      }
    }
    return chosen < 0
        ? Optional.empty()
        : Optional.of(
            suggestion(ready.pool().at(posterior.rows()[chosen]), posterior, chosen, scale, best));
  }

  /** Expected improvement; where there is none, the expectation, always less than any of that. */
  private static double merit(Posterior posterior, int index, double scale, double best) {
    double deviation = scale * Math.sqrt(posterior.variance(index));
    double better = (best - posterior.mean(index)) / deviation;
    double improvement = deviation * Improvement.of(better);
    return improvement > 0 ? improvement : better;
  }

  private Suggestion suggestion(
      Point point, Posterior posterior, int chosen, double scale, double best) {
    if (Double.isInfinite(best)) {
      return new Suggestion(point, name, "remembered as the best");
    }
    double ratio = Math.exp(posterior.mean(chosen) - best);
    double deviation = 100 * scale * Math.sqrt(posterior.variance(chosen));
    return new Suggestion(
        point,
        name,
        String.format(
            Locale.ROOT,
            "largest expected improvement: %.3f of the best so far expected, give or take %.1f %%",
            ratio,
            deviation));
  }

  /** How much each source of the guide is believed now; they sum to at most 1. */
  public double[] beliefs(History history) {
    return caughtUp(history.space()).beliefs();
  }

  /** Logarithm of how much likelier the sources make what was measured than it is without them. */
  public double advantage(History history) {
    return caughtUp(history.space()).advantage();
  }

  @Override
  public void suggested(Suggestion suggestion) {
    take(suggestion.point());
  }

  @Override
  public void observe(Trial trial, History history, RandomGenerator random) {
    take(trial.point());
    boolean saysNothing =
        trial.outcome() instanceof Outcome.Failed failed
            && failed.reason() == Outcome.Reason.INFRASTRUCTURE;
    if (!saysNothing) {
      untold.add(trial);
    }
  }

  private void take(Point point) {
    int row = pool == null ? -1 : pool.rowOf(point);
    if (row >= 0) {
      taken[row] = true;
    }
  }

  /** The process with everything told. */
  private KnobProcess caughtUp(Space space) {
    if (process == null || landmarks == null) {
      landmarks = new Landmarks(space, guide);
      process = new KnobProcess(landmarks);
    }
    for (Trial trial : untold) {
      process.tell(trial.point(), trial.outcome());
    }
    untold.clear();
    return process;
  }

  private KnobProcess ready(History history, RandomGenerator random) {
    KnobProcess ready = caughtUp(history.space());
    int told = history.trials().size();
    boolean isDue =
        history.space().listed().isEmpty()
            && told >= poolAt + RENEWED_EVERY
            && history.pending().isEmpty();
    if (pool == null || isDue) {
      pool = pool(history, random, new Landmarks(history.space(), guide));
      ready.choose(pool);
      poolAt = told;
      taken = new boolean[pool.size()];
      history.trials().forEach(trial -> take(trial.point()));
      history.pending().forEach(this::take);
    }
    return ready;
  }

  private static Pool pool(History history, RandomGenerator random, Landmarks landmarks) {
    Space space = history.space();
    List<Point> points =
        space.listed().isPresent()
            ? space.listed().get().points()
            : new ArrayList<>(drawn(history, random));
    return new Pool(points, landmarks);
  }

  private static Set<Point> drawn(History history, RandomGenerator random) {
    Set<Point> points = new LinkedHashSet<>();
    for (int i = 0; i < DRAWN; i++) {
      history.space().draw(random).ifPresent(points::add);
    }
    history.trials().stream()
        .filter(trial -> trial.outcome() instanceof Outcome.Measured)
        .sorted(
            java.util.Comparator.comparingDouble(
                trial -> ((Outcome.Measured) trial.outcome()).value()))
        .map(Trial::point)
        .distinct()
        .limit(AROUND)
        .forEach(
            point -> {
              points.addAll(history.space().neighbours(point, Neighbourhood.HAMMING));
              points.addAll(history.space().neighbours(point, Neighbourhood.ADJACENT));
            });
    return points;
  }

  private static Optional<Point> unknown(History history, RandomGenerator random) {
    for (int i = 0; i < TRIES; i++) {
      Optional<Point> drawn = history.space().draw(random);
      if (drawn.isPresent() && !history.isKnown(drawn.get())) {
        return drawn;
      }
    }
    return history
        .space()
        .listed()
        .flatMap(
            listed ->
                listed.points().stream().filter(point -> !history.isKnown(point)).findFirst());
  }
}
