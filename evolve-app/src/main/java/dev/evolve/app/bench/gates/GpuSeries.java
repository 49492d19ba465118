package dev.evolve.app.bench.gates;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * GPU kernels: 32 launches of each configuration in their order, in milliseconds.
 *
 * @param launches by configuration
 */
record GpuSeries(List<double[]> launches) implements DrawSource {

  static final String FILE = "gpu-kernels/kernel-times.csv.gz";
  private static final int LAUNCHES = 32;

  static GpuSeries read(GatesData data) {
    List<String> lines = data.lines(FILE);
    CsvColumns columns = new CsvColumns(lines.getFirst());
    List<double[]> launches = new ArrayList<>();
    for (String line : lines.subList(1, lines.size())) {
      double[] times =
          Arrays.stream(columns.of(CsvColumns.cells(line), "times_ms").split(" "))
              .mapToDouble(Double::parseDouble)
              .toArray();
      if (times.length >= LAUNCHES && Arrays.stream(times).allMatch(time -> time > 0)) {
        launches.add(Arrays.copyOf(times, LAUNCHES));
      }
    }
    return new GpuSeries(List.copyOf(launches));
  }

  @Override
  public String name() {
    return "GPU";
  }

  @Override
  public PairDraw draw(int pairs, SplittableRandom random) {
    double[] series = launches.get(random.nextInt(launches.size()));
    return 2 * pairs <= series.length
        ? DrawSource.neighbours(series, 0, pairs, random)
        : DrawSource.resampled(series, pairs, random);
  }
}
