package dev.evolve.search.explain;

import dev.evolve.search.Trial;
import dev.evolve.search.space.Space;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the trials of a search say of its space: a forest over the measured values, one over
 * failing, and the points to average over. Made once, asked by every explanation.
 */
final class Model {

  /** Beyond this many measured points the model learns from an even selection. */
  static final int MOST_ROWS = 4_000;

  /** Trials that are worth less than this share of their number are called crowded. */
  private static final double CROWDED = 0.4;

  private final Space space;
  private final Observations observations;
  private final long seed;
  private final Landscape landscape;
  private final @Nullable Forest values;
  private final @Nullable Forest failing;

  private Model(Space space, List<Trial> trials, long seed) {
    this.space = space;
    this.seed = seed;
    this.observations = Observations.of(space, trials);
    this.landscape = Landscape.of(space, seed);
    this.values = canLearn() ? grow(observations.table(MOST_ROWS)) : null;
    this.failing = observations.failed().isEmpty() ? null : grow(observations.failures(MOST_ROWS));
  }

  static Model of(Space space, List<Trial> trials, long seed) {
    return new Model(space, trials, seed);
  }

  private boolean canLearn() {
    return observations.measured().size() >= Importance.FEWEST_TRIALS
        && !observations.features().isEmpty()
        && Numbers.variance(observations.values()) > 0;
  }

  private Forest grow(Table table) {
    return Forest.grow(table, Forest.Settings.of(observations.features()), seed);
  }

  Space space() {
    return space;
  }

  Observations observations() {
    return observations;
  }

  Landscape landscape() {
    return landscape;
  }

  /** Over the measured values; null if they are too few or all the same. */
  @Nullable Forest values() {
    return values;
  }

  /** Over failing; null if nothing failed. */
  @Nullable Forest failing() {
    return failing;
  }

  /** Which parameters matter. */
  Importance importance() {
    int measured = observations.measured().size();
    if (values == null || landscape.points().isEmpty()) {
      return Importance.none(observations.scale(), measured, whyNone(measured));
    }
    ImportanceEstimate estimate =
        ImportanceEstimate.of(values, observations.features(), landscape, seed);
    double explained = estimate.explained();
    return new Importance(
        observations.scale(),
        measured,
        explained,
        landscape.description(),
        estimate.parameters(),
        estimate.interactions(),
        notes(measured, explained, estimate.worth()));
  }

  private String whyNone(int measured) {
    return measured < Importance.FEWEST_TRIALS
        ? "Importance needs at least "
            + Importance.FEWEST_TRIALS
            + " measured points; there are "
            + measured
            + "."
        : "All measured values are the same, or there is nothing to choose: no parameter matters.";
  }

  private List<String> notes(int measured, double explained, double worth) {
    List<String> notes = new ArrayList<>();
    if (explained < 0.3) {
      notes.add(
          "The model predicts unseen trials poorly; the order of the parameters is a guess. More"
              + " trials away from the best would help.");
    }
    if (worth < CROWDED * Math.min(measured, MOST_ROWS)) {
      notes.add(
          "The trials crowd around some points: of the whole space they tell as much as about "
              + Math.round(worth)
              + " random ones.");
    }
    if (measured > MOST_ROWS) {
      notes.add("Learned from " + MOST_ROWS + " of " + measured + " measured points.");
    }
    return notes;
  }
}
