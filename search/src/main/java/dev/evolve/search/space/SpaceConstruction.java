package dev.evolve.search.space;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Times how long the feasible set of a space takes: by filtering the product of all values, each
 * combination asked of CEL or of the compiled nodes, and by constraint propagation. The body that
 * is timed starts from the definition and ends with the set; compiling the constraints is part of
 * it. For benches.
 */
public final class SpaceConstruction {

  private final LongSupplier nanoseconds;
  private final int repeats;
  private final long mostFiltered;

  /**
   * A way to measure.
   *
   * @param nanoseconds a clock
   * @param repeats how often each way is timed, after one run that is not
   * @param mostFiltered most combinations that are filtered; of larger products so many are, evenly
   *     spread, and their time is scaled up
   */
  public SpaceConstruction(LongSupplier nanoseconds, int repeats, long mostFiltered) {
    if (repeats < 1 || mostFiltered < 1) {
      throw new IllegalArgumentException(
          "at least one repeat and one combination were wanted, found "
              + repeats
              + " and "
              + mostFiltered);
    }
    this.nanoseconds = nanoseconds;
    this.repeats = repeats;
    this.mostFiltered = mostFiltered;
  }

  /**
   * Seconds of some runs.
   *
   * @param median of all
   * @param least of all
   * @param most of all
   */
  public record Seconds(double median, double least, double most) {
    static Seconds of(List<Double> runs) {
      List<Double> sorted = runs.stream().sorted().toList();
      return new Seconds(sorted.get(sorted.size() / 2), sorted.getFirst(), sorted.getLast());
    }
  }

  /**
   * What came out.
   *
   * @param space its name
   * @param product how many combinations there are
   * @param feasible how many are feasible
   * @param isScaled true if only a part of the combinations was filtered
   * @param filteredByCel seconds with CEL
   * @param filteredByNodes seconds with the compiled nodes
   * @param propagated seconds with constraint propagation
   * @param compiling seconds of compiling the constraints, which each of the other ways includes
   */
  public record Result(
      String space,
      BigInteger product,
      long feasible,
      boolean isScaled,
      Seconds filteredByCel,
      Seconds filteredByNodes,
      Seconds propagated,
      Seconds compiling) {

    /** How many times faster propagation is than filtering with CEL, by the medians. */
    public double ratio() {
      return filteredByCel.median / propagated.median;
    }

    /** The same without what compiling takes both ways. */
    public double ratioAfterCompiling() {
      return (filteredByCel.median - compiling.median) / (propagated.median - compiling.median);
    }

    /** The ratio at its worst: the fastest filtering over the slowest propagation. */
    public double leastRatio() {
      return filteredByCel.least / propagated.most;
    }

    /** The ratio at its best: the slowest filtering over the fastest propagation. */
    public double mostRatio() {
      return filteredByCel.most / propagated.least;
    }
  }

  /** One way to find the feasible combinations. */
  private interface Way {
    long count();
  }

  /**
   * Measures a space that can be listed.
   *
   * @throws IllegalArgumentException if it has too many feasible points to be listed
   * @throws IllegalStateException if the ways do not find the same
   */
  public Result measure(SpaceDefinition definition) {
    BigInteger product =
        definition.parameters().stream()
            .map(parameter -> BigInteger.valueOf(parameter.size()))
            .reduce(BigInteger.ONE, BigInteger::multiply);
    long size = product.min(BigInteger.valueOf(Long.MAX_VALUE)).longValueExact();
    long combinations = Math.min(size, mostFiltered);
    double scale = product.doubleValue() / combinations;
    Runs cel = new Runs(() -> filter(definition, size, combinations, true), scale);
    Runs nodes = new Runs(() -> filter(definition, size, combinations, false), scale);
    Runs propagation = new Runs(() -> propagate(definition), 1);
    Runs compiling = new Runs(() -> compiled(definition).size(), 1);
    for (int i = 0; i <= repeats; i++) {
      compiling.run(i > 0);
      propagation.run(i > 0);
      nodes.run(i > 0);
      cel.run(i > 0);
    }
    checkSame(cel.found, nodes.found);
    if (scale == 1) {
      checkSame(cel.found, propagation.found);
    }
    return new Result(
        definition.name(),
        product,
        propagation.found,
        scale > 1,
        Seconds.of(cel.seconds),
        Seconds.of(nodes.seconds),
        Seconds.of(propagation.seconds),
        Seconds.of(compiling.seconds));
  }

  private static void checkSame(long one, long other) {
    if (one != other) {
      throw new IllegalStateException(
          "the same feasible set was wanted, found " + one + " and " + other + " points");
    }
  }

  /** Runs of one way. */
  private final class Runs {
    private final Way way;
    private final double scale;
    private final List<Double> seconds = new ArrayList<>();
    private long found;

    Runs(Way way, double scale) {
      this.way = way;
      this.scale = scale;
    }

    void run(boolean isKept) {
      long start = nanoseconds.getAsLong();
      found = way.count();
      double taken = (nanoseconds.getAsLong() - start) * 1e-9 * scale;
      if (isKept) {
        seconds.add(taken);
      }
    }
  }

  private static List<Expression> compiled(SpaceDefinition definition) {
    ExpressionCompiler compiler = new ExpressionCompiler(definition.parameters());
    return definition.constraints().stream().map(compiler::compile).toList();
  }

  private static long propagate(SpaceDefinition definition) {
    return CompiledSpace.of(definition)
        .listed()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    definition.name() + " has too many feasible points to be listed"))
        .size();
  }

  private static long filter(
      SpaceDefinition definition, long product, long combinations, boolean asksCel) {
    List<Expression> constraints = compiled(definition);
    List<TypedParameter> parameters = new ArrayList<>();
    definition.parameters().forEach(it -> parameters.add(TypedParameter.of(parameters.size(), it)));
    Object[][] values = asksCel ? values(parameters) : new Object[0][];
    long[] places = new long[parameters.size()];
    long feasible = 0;
    for (long i = 0; i < combinations; i++) {
      place(parameters, code(i, product, combinations), places);
      boolean holds =
          asksCel
              ? holds(constraints, typed(parameters, values, places))
              : constraints.stream().allMatch(constraint -> constraint.holds(places));
      feasible += holds ? 1 : 0;
    }
    return feasible;
  }

  /** The combinations are evenly spread over the product. */
  private static long code(long index, long product, long combinations) {
    return product == combinations
        ? index
        : Math.min(product - 1, (long) (index * ((double) product / combinations)));
  }

  private static void place(List<TypedParameter> parameters, long code, long[] places) {
    long rest = code;
    for (int i = places.length - 1; i >= 0; i--) {
      long size = parameters.get(i).parameter().size();
      places[i] = rest % size;
      rest /= size;
    }
  }

  private static Object[][] values(List<TypedParameter> parameters) {
    Object[][] values = new Object[parameters.size()][];
    for (int i = 0; i < values.length; i++) {
      values[i] = new Object[Math.toIntExact(parameters.get(i).parameter().size())];
      for (int place = 0; place < values[i].length; place++) {
        values[i][place] = parameters.get(i).value(place);
      }
    }
    return values;
  }

  private static Map<String, Object> typed(
      List<TypedParameter> parameters, Object[][] values, long[] places) {
    Map<String, Object> typed = HashMap.newHashMap(places.length);
    for (int i = 0; i < places.length; i++) {
      typed.put(parameters.get(i).name(), values[i][(int) places[i]]);
    }
    return typed;
  }

  private static boolean holds(List<Expression> constraints, Map<String, Object> typed) {
    for (Expression constraint : constraints) {
      if (constraint.violation(typed).isPresent()) {
        return false;
      }
    }
    return true;
  }
}
