package dev.evolve.app.bench.runtime;

import dev.evolve.app.bench.BenchResult;
import dev.evolve.app.bench.BenchSetting;
import java.util.ArrayList;
import java.util.List;

/** CPU time of a step, with and without hooks, beside a virtual thread for each loop. */
final class DriverSection implements RuntimeBench.Section {

  private static final List<String> LOOPS = List.of("1", "8", "64", "512", "10000", "100000");
  private static final List<String> FLAGS = List.of("-XX:+UseSerialGC", "-Xmx2g", "-Xmn1g");
  private static final List<String> RIVAL_FLAGS =
      List.of(
          "-XX:+UseSerialGC",
          "-Xmx2g",
          "-Xmn1g",
          "-Djdk.virtualThreadScheduler.parallelism=1",
          "-Djdk.virtualThreadScheduler.maxPoolSize=1");
  private static final double ONE_LOOP_NS = 150;
  private static final double MANY_LOOPS_NS = 200;
  private static final double HOOK_NS = 30;
  private static final long SECONDS = 600;

  @Override
  public String title() {
    return "cost of a step";
  }

  @Override
  public List<BenchResult> measure(BenchSetting setting) {
    ForkFigures figures = new ForkFigures();
    int forks = setting.quick() ? 2 : 5;
    for (int fork = 0; fork < forks; fork++) {
      String steps = setting.quick() ? "1000000" : "2000000";
      figures.addAll(Fork.run(DriverCostMain.class, FLAGS, arguments("3", steps, LOOPS), SECONDS));
      figures.addAll(
          Fork.run(
              VirtualThreadsMain.class, RIVAL_FLAGS, arguments("2", "1000000", LOOPS), SECONDS));
    }
    List<BenchResult> results = new ArrayList<>();
    for (String loops : LOOPS) {
      results.addAll(results(setting, figures, loops));
    }
    return results;
  }

  private static List<String> arguments(String rounds, String steps, List<String> loops) {
    List<String> arguments = new ArrayList<>(List.of(rounds, steps));
    arguments.addAll(loops);
    return arguments;
  }

  private static List<BenchResult> results(
      BenchSetting setting, ForkFigures figures, String loops) {
    String among = " among " + loops + " loops";
    double goal = loops.equals("1") ? ONE_LOOP_NS : MANY_LOOPS_NS;
    Figures plain = figures.figures("plain " + loops + " ns");
    List<BenchResult> results = new ArrayList<>();
    results.add(
        setting.against(
            plain.atMost(setting, "a step" + among, "ns", goal),
            "a virtual thread for each loop, without admission and batches",
            figures.figures("virtual thread " + loops + " ns").median()));
    results.add(
        figures
            .figures("fresh " + loops + " ns")
            .stated(setting, "a step whose plan makes its shape and request anew" + among, "ns"));
    results.add(
        figures
            .figures("plain " + loops + " bytes")
            .stated(setting, "allocation of a step" + among, "B"));
    results.add(more(setting, figures, "observer", loops));
    results.add(more(setting, figures, "interceptor", loops));
    return results;
  }

  /** What a hook adds, measured in the same round of the same virtual machine. */
  private static BenchResult more(
      BenchSetting setting, ForkFigures figures, String hook, String loops) {
    List<Double> with = figures.samples(hook + " " + loops + " ns");
    List<Double> without = figures.samples("plain " + loops + " ns");
    List<Double> added = new ArrayList<>();
    for (int i = 0; i < with.size(); i++) {
      added.add(with.get(i) - without.get(i));
    }
    return Figures.of(added)
        .atMost(setting, "one no-op " + hook + " more, among " + loops + " loops", "ns", HOOK_NS);
  }
}
