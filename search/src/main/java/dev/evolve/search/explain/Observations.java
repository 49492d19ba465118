package dev.evolve.search.explain;

import dev.evolve.search.Outcome;
import dev.evolve.search.Trial;
import dev.evolve.search.space.Point;
import dev.evolve.search.space.Space;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * What is known of each point, last word first: the measured ones with the value on the scale of
 * the model, and those that failed by their own fault. What the machine broke says nothing and is
 * left out.
 */
final class Observations {

  private final Scale scale;
  private final List<Feature> features;
  private final List<Point> measured = new ArrayList<>();
  private final List<Double> values = new ArrayList<>();
  private final List<Point> failed = new ArrayList<>();

  private Observations(List<Feature> features, List<Trial> trials) {
    this.features = features;
    Map<Point, Trial> last = new LinkedHashMap<>();
    trials.stream()
        .filter(Observations::tellsOfThePoint)
        .forEach(trial -> last.put(trial.point(), trial));
    this.scale = Scale.of(last.values());
    last.values().forEach(this::add);
  }

  static Observations of(Space space, List<Trial> trials) {
    return of(Feature.of(space), trials);
  }

  static Observations of(List<Feature> features, List<Trial> trials) {
    return new Observations(features, trials);
  }

  private void add(Trial trial) {
    switch (trial.outcome()) {
      case Outcome.Measured result -> {
        measured.add(trial.point());
        values.add(scale.in(result.value()));
      }
      case Outcome.Failed failure -> failed.add(trial.point());
    }
  }

  /** False if the machine failed, which says nothing of the point. */
  static boolean tellsOfThePoint(Trial trial) {
    return !(trial.outcome() instanceof Outcome.Failed failed)
        || failed.reason() != Outcome.Reason.INFRASTRUCTURE;
  }

  Scale scale() {
    return scale;
  }

  List<Feature> features() {
    return features;
  }

  List<Point> measured() {
    return measured;
  }

  List<Point> failed() {
    return failed;
  }

  /** The measured values on the model's scale. */
  double[] values() {
    return values.stream().mapToDouble(Double::doubleValue).toArray();
  }

  /** The model's table of the measured points, an even selection if they are more than a limit. */
  Table table(int most) {
    return selected(measured, values(), most);
  }

  /** The table of failing, 1 for a failed point and 0 for a measured one, within the same limit. */
  Table failures(int most) {
    List<Point> all = new ArrayList<>(measured);
    all.addAll(failed);
    double[] indicator = new double[all.size()];
    Arrays.fill(indicator, measured.size(), all.size(), 1);
    return selected(all, indicator, most);
  }

  private Table selected(List<Point> points, double[] targets, int most) {
    if (points.size() <= most) {
      return Table.of(features, points, targets);
    }
    int[] rows =
        IntStream.range(0, most).map(i -> (int) ((long) i * points.size() / most)).toArray();
    return Table.of(
        features,
        Arrays.stream(rows).mapToObj(points::get).toList(),
        Arrays.stream(rows).mapToDouble(row -> targets[row]).toArray());
  }
}
