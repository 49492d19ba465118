package dev.evolve.search.strategy;

import dev.evolve.search.space.Parameter;
import java.util.List;

/**
 * How alike two places of a parameter are, from 0 to 1, as a smoothing kernel: a Gaussian on the
 * scale of an ordered parameter, a share of what is left for other values of an unordered one, an
 * exponential of the disordered pairs of two orders.
 */
final class Likeness {

  private static final int MOST_TABLED = 64;
  private static final double SHARE_OF_SCALE = 0.07;
  private static final double NARROWEST = 0.7;
  private static final double OTHER_VALUE = 0.15;
  private static final double DISORDER = 6;

  private final List<Parameter> parameters;
  private final double[][] tables;

  Likeness(List<Parameter> parameters) {
    this.parameters = parameters;
    this.tables = new double[parameters.size()][];
    for (int i = 0; i < tables.length; i++) {
      tables[i] = table(parameters.get(i));
    }
  }

  private static double[] table(Parameter parameter) {
    int size = parameter.size() > MOST_TABLED ? 0 : (int) parameter.size();
    double[] table = new double[size * size];
    for (int one = 0; one < size; one++) {
      for (int other = 0; other < size; other++) {
        table[one * size + other] = computed(parameter, one, other);
      }
    }
    return table;
  }

  int dimension() {
    return tables.length;
  }

  int size(int parameter) {
    return Math.toIntExact(parameters.get(parameter).size());
  }

  /** True if the parameter has few values. */
  boolean isTabled(int parameter) {
    return tables[parameter].length > 0;
  }

  /** How alike two places are. */
  double of(int parameter, long one, long other) {
    double[] table = tables[parameter];
    return table.length == 0
        ? computed(parameters.get(parameter), one, other)
        : table[(int) (one * parameters.get(parameter).size() + other)];
  }

  private static double computed(Parameter parameter, long one, long other) {
    if (one == other) {
      return 1;
    }
    if (parameter instanceof Parameter.Permutation permutation) {
      return Math.exp(-DISORDER * disorder(permutation.order(one), permutation.order(other)));
    }
    if (!parameter.isOrdered()) {
      return OTHER_VALUE;
    }
    double width = Math.max(NARROWEST, SHARE_OF_SCALE * parameter.size());
    double far = (one - other) / width;
    return Math.exp(-far * far / 2);
  }

  /** The share of the pairs of items that two orders have the other way round. */
  private static double disorder(int[] one, int[] other) {
    int[] position = new int[other.length];
    for (int i = 0; i < other.length; i++) {
      position[other[i]] = i;
    }
    int turned = 0;
    for (int i = 0; i < one.length; i++) {
      for (int j = i + 1; j < one.length; j++) {
        turned += position[one[i]] > position[one[j]] ? 1 : 0;
      }
    }
    return 2.0 * turned / (one.length * (one.length - 1.0));
  }
}
