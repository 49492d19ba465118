package dev.evolve.app.bench.gates;

import dev.evolve.app.bench.BenchResult;
import dev.evolve.app.bench.BenchSetting;
import dev.evolve.gates.statistics.Spread;
import dev.evolve.gates.statistics.SteadyState;
import dev.evolve.json.Json;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;

/**
 * Where a fork's warm-up ends, against the labels of the people who recorded the forks: how often
 * the median of what we call steady is that of what they call steady. Needs JMH's series, which are
 * not shipped.
 */
final class WarmUpSection implements GatesSection {

  private static final double NEAR = 0.01;
  private static final int SHOWN = 500;

  /**
   * One fork.
   *
   * @param iterations all of them, in their order
   * @param start where its steady part begins as labelled; negative if it never does
   */
  private record Fork(double[] iterations, int start) {}

  @Override
  public String title() {
    return "warm-up: the steady part of a fork against its label";
  }

  @Override
  public List<BenchResult> measure(BenchSetting setting, GatesData data) {
    if (!data.has(JmhSeries.FILE)) {
      System.out.println("  |   needs " + JmhSeries.FILE + " under --data; skipped");
      return List.of();
    }
    List<Fork> forks = new ArrayList<>();
    for (String line : data.lines(JmhSeries.FILE)) {
      forks.addAll(forks(Json.readTree(line)));
    }
    List<Fork> steady = forks.stream().filter(fork -> fork.start() >= 0).toList();
    List<Fork> never = forks.stream().filter(fork -> fork.start() < 0).toList();
    String near = " within 1 % of the labelled steady part's";
    return List.of(
        setting.against(
            new Share(count(steady, WarmUpSection::isNear), steady.size())
                .row(setting, "warm-up: median of our steady part" + near),
            "median of the first " + SHOWN + " iterations",
            100.0 * count(steady, WarmUpSection::isNearWithoutACut) / steady.size()),
        new Share(count(never, WarmUpSection::isCalledUnsteady), never.size())
            .row(setting, "warm-up: forks labelled never steady that we call so too"),
        new Share(count(steady, WarmUpSection::isCalledUnsteady), steady.size())
            .row(setting, "warm-up: forks labelled steady that we call never steady"));
  }

  private static int count(List<Fork> forks, Predicate<Fork> is) {
    return (int) forks.parallelStream().filter(is).count();
  }

  private static boolean isNear(Fork fork) {
    return isNear(SteadyState.steadyPart(fork.iterations()), fork);
  }

  private static boolean isNearWithoutACut(Fork fork) {
    int shown = Math.min(SHOWN, fork.iterations().length);
    return isNear(Arrays.copyOf(fork.iterations(), shown), fork);
  }

  private static boolean isNear(double[] part, Fork fork) {
    double labelled =
        Spread.median(
            Arrays.copyOfRange(fork.iterations(), fork.start(), fork.iterations().length));
    return Math.abs(Spread.median(part) / labelled - 1) <= NEAR;
  }

  private static boolean isCalledUnsteady(Fork fork) {
    return SteadyState.start(fork.iterations()).isEmpty();
  }

  private static List<Fork> forks(JsonNode benchmark) {
    List<Fork> forks = new ArrayList<>();
    for (int i = 0; i < benchmark.path("secPerOp").size(); i++) {
      double[] iterations =
          benchmark.path("secPerOp").get(i).valueStream().mapToDouble(JsonNode::asDouble).toArray();
      String label = benchmark.path("forkClass").get(i).asString("");
      int start = benchmark.path("steadyStart").get(i).asInt(0);
      if (label.equals("steady state") && start < iterations.length) {
        forks.add(new Fork(iterations, start));
      } else if (label.equals("no steady state")) {
        forks.add(new Fork(iterations, -1));
      }
    }
    return forks;
  }
}
