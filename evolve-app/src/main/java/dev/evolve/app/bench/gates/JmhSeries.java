package dev.evolve.app.bench.gates;

import dev.evolve.json.Json;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import tools.jackson.databind.JsonNode;

/**
 * JMH benchmarks: the mean of the steady part of each of ten forks, in seconds per operation. Forks
 * are drawn with replacement, since ten are fewer than two arms of eight.
 *
 * @param forks by benchmark, the last 50 steady iterations of each fork
 */
record JmhSeries(List<List<double[]>> forks) implements DrawSource {

  static final String FILE = "jmh/jmh-steady-state.jsonl.gz";
  private static final int STEADY = 300;
  private static final int KEPT = 50;
  private static final int FORKS = 10;

  static JmhSeries read(GatesData data) {
    List<List<double[]>> benchmarks = new ArrayList<>();
    for (String line : data.lines(FILE)) {
      List<double[]> forks = forks(Json.readTree(line));
      if (forks.size() >= FORKS) {
        benchmarks.add(forks);
      }
    }
    return new JmhSeries(List.copyOf(benchmarks));
  }

  private static List<double[]> forks(JsonNode benchmark) {
    List<double[]> forks = new ArrayList<>();
    for (int fork = 0; fork < benchmark.path("secPerOp").size(); fork++) {
      JsonNode values = benchmark.path("secPerOp").get(fork);
      int start = benchmark.path("steadyStart").get(fork).asInt(0);
      boolean steady =
          benchmark.path("forkClass").get(fork).asString("").equals("steady state")
              && values.size() - start >= STEADY;
      if (steady) {
        forks.add(part(values, values.size() - STEADY, KEPT));
      }
    }
    return forks;
  }

  private static double[] part(JsonNode values, int from, int count) {
    double[] part = new double[count];
    for (int i = 0; i < count; i++) {
      part[i] = values.get(from + i).asDouble();
    }
    return part;
  }

  @Override
  public String name() {
    return "JMH";
  }

  @Override
  public PairDraw draw(int pairs, SplittableRandom random) {
    List<double[]> benchmark = forks.get(random.nextInt(forks.size()));
    return new PairDraw(means(benchmark, pairs, random), means(benchmark, pairs, random));
  }

  private static double[] means(List<double[]> forks, int count, SplittableRandom random) {
    double[] means = new double[count];
    for (int i = 0; i < count; i++) {
      means[i] =
          Arrays.stream(forks.get(random.nextInt(forks.size()))).average().orElse(Double.NaN);
    }
    return means;
  }
}
