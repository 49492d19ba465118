package dev.evolve.app.bench.gates;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * The Go dashboard's benchmarks under one unchanged toolchain: 25 runs of every day, in their
 * order.
 *
 * @param days by benchmark, its days of 25 runs and more in nanoseconds per operation
 */
record GoSeries(List<List<double[]>> days) implements DrawSource {

  static final String FILE = "go-bench/go-bench.csv.gz";
  private static final String TOOLCHAIN = "Go1.17";
  private static final int RUNS = 25;
  private static final int FEWEST_DAYS = 10;

  static GoSeries read(GatesData data) {
    List<String> lines = data.lines(FILE);
    CsvColumns columns = new CsvColumns(lines.getFirst());
    Map<String, Map<String, List<Double>>> series = new LinkedHashMap<>();
    for (String line : lines.subList(1, lines.size())) {
      List<String> cells = CsvColumns.cells(line);
      if (columns.of(cells, "toolchain").equals(TOOLCHAIN)) {
        series
            .computeIfAbsent(columns.of(cells, "benchmark"), key -> new LinkedHashMap<>())
            .computeIfAbsent(columns.of(cells, "day"), key -> new ArrayList<>())
            .add(Double.parseDouble(columns.of(cells, "ns_per_op")));
      }
    }
    return new GoSeries(
        series.values().stream()
            .map(GoSeries::fullDays)
            .filter(days -> days.size() >= FEWEST_DAYS)
            .toList());
  }

  private static List<double[]> fullDays(Map<String, List<Double>> days) {
    return days.values().stream()
        .filter(runs -> runs.size() >= RUNS && runs.stream().allMatch(run -> run > 0))
        .map(runs -> runs.stream().mapToDouble(Double::doubleValue).toArray())
        .toList();
  }

  @Override
  public String name() {
    return "Go";
  }

  @Override
  public PairDraw draw(int pairs, SplittableRandom random) {
    double[] day = day(random);
    return 2 * pairs <= day.length
        ? DrawSource.neighbours(day, random.nextInt(day.length - 2 * pairs + 1), pairs, random)
        : DrawSource.resampled(day, pairs, random);
  }

  /** A day of a benchmark. */
  double[] day(SplittableRandom random) {
    List<double[]> benchmark = days.get(random.nextInt(days.size()));
    return benchmark.get(random.nextInt(benchmark.size()));
  }
}
