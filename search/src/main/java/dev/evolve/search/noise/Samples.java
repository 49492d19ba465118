package dev.evolve.search.noise;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What was sampled of one point in every scenario. Each request is a block; the first sample of a
 * block is kept apart, since the first run after a start or a switch often differs.
 */
final class Samples {

  /** The values of one scenario. */
  static final class Column {
    private double[] all = new double[0];
    private double[] rest = new double[0];
    private Shape shape = Shape.NONE;
    private Shape pooled = Shape.NONE;
    private double shapedWith = Double.NaN;
    private boolean shapedRest;

    private void add(List<Double> block) {
      all = appended(all, block);
      rest = appended(rest, block.subList(1, block.size()));
      shapedWith = Double.NaN;
    }

    private static double[] appended(double[] values, List<Double> block) {
      double[] more = Arrays.copyOf(values, values.length + block.size());
      for (int i = 0; i < block.size(); i++) {
        more[values.length + i] = block.get(i);
      }
      return more;
    }

    /**
     * What the samples look like; without first samples where those are shown to differ.
     *
     * @param deviation of the bulk where the samples are too few to show it
     */
    Shape shape(boolean isFirstOdd, double deviation) {
      boolean isRest = isFirstOdd && rest.length > 0;
      double[] values = isRest ? rest : all;
      double with = values.length < Shape.SEEN ? deviation : 0;
      if (with != shapedWith || isRest != shapedRest) {
        shape = Shape.of(values, with);
        shapedWith = with;
        shapedRest = isRest;
      }
      return shape;
    }
  }

  private final List<Column> columns = new ArrayList<>();

  Samples(int scenarios) {
    for (int i = 0; i < scenarios; i++) {
      columns.add(new Column());
    }
  }

  void add(int scenario, List<Double> block) {
    columns.get(scenario).add(block);
  }

  /** What of a scenario is in the pool of all noise. */
  Shape pooled(int scenario) {
    return columns.get(scenario).pooled;
  }

  /** Keeps what goes into the pool of all noise, so that it can be taken out again. */
  Shape pool(int scenario, Shape shape) {
    columns.get(scenario).pooled = shape;
    return shape;
  }

  Column column(int scenario) {
    return columns.get(scenario);
  }

  int count(int scenario) {
    return columns.get(scenario).all.length;
  }

  /** Fewest samples of any scenario. */
  int fewest() {
    return columns.stream().mapToInt(column -> column.all.length).min().orElse(0);
  }

  /** All samples of all scenarios. */
  int total() {
    return columns.stream().mapToInt(column -> column.all.length).sum();
  }

  /** The scenario with the fewest samples, the first of equals. */
  int neediest() {
    int neediest = 0;
    for (int i = 1; i < columns.size(); i++) {
      neediest = count(i) < count(neediest) ? i : neediest;
    }
    return neediest;
  }
}
