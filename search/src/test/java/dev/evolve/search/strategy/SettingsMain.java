package dev.evolve.search.strategy;

import dev.evolve.search.Strategy;
import dev.evolve.search.replay.MeasuredSpace;
import dev.evolve.search.replay.MeasuredSpaces;
import dev.evolve.search.replay.ReplayRun;
import dev.evolve.search.replay.ReplayRun.Limit;
import dev.evolve.search.replay.ReplayTable;
import dev.evolve.search.replay.ScoredRun;
import dev.evolve.search.replay.Scorer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;

/**
 * Chooses the settings of the forest and of the portfolio by leaving one kernel out: {@code
 * SettingsMain DIRECTORY,… [RUNS] [SEED] [THREADS] [PREFIX,…]}. For every kernel the setting that
 * does best on the other kernels is held against the kernel that was left out; the mean of these is
 * what a choice of settings is worth on a kernel that nobody has seen. Versions of a kernel (the
 * same name up to the first underscore) count as one.
 */
public final class SettingsMain {

  private final Map<String, Supplier<Strategy>> variants;
  private final Map<String, Map<String, Double>> scores = new LinkedHashMap<>();

  private SettingsMain(Map<String, Supplier<Strategy>> variants) {
    this.variants = variants;
    variants.keySet().forEach(name -> scores.put(name, new LinkedHashMap<>()));
  }

  /** Prints the scores of every setting, and what leaving one kernel out comes to. */
  public static void main(String[] arguments) throws Exception {
    int runs = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 20;
    long seed = arguments.length > 2 ? Long.parseLong(arguments[2]) : 1;
    int threads = arguments.length > 3 ? Integer.parseInt(arguments[3]) : 2;
    List<String> prefixes = arguments.length > 4 ? List.of(arguments[4].split(",")) : List.of("");
    Map<String, Supplier<Strategy>> chosen = new LinkedHashMap<>();
    variants()
        .forEach(
            (name, strategy) -> {
              if (prefixes.stream().anyMatch(name::startsWith)) {
                chosen.put(name, strategy);
              }
            });
    SettingsMain main = new SettingsMain(chosen);
    for (Path file : MeasuredSpaces.files(arguments[0])) {
      main.measure(MeasuredSpaces.read(file), runs, seed, threads);
    }
    main.summarise();
  }

  /** The settings that are held against each other. */
  private static Map<String, Supplier<Strategy>> variants() {
    Map<String, Supplier<Strategy>> variants = new LinkedHashMap<>();
    ForestStrategy.Settings base = ForestStrategy.Settings.DEFAULT;
    variants.put("forest", () -> new ForestStrategy(base));
    for (int draws : new int[] {1, 8, 128}) {
      variants.put("forest draws=" + draws, () -> new ForestStrategy(base.withDraws(draws)));
    }
    for (double thrift : new double[] {0, 0.1, 0.4, 1}) {
      variants.put("forest thrift=" + thrift, () -> new ForestStrategy(base.withThrift(thrift)));
    }
    for (double renewed : new double[] {1, 0.5}) {
      variants.put(
          "forest renewed=" + renewed, () -> new ForestStrategy(base.withRenewed(renewed)));
    }
    for (int initial : new int[] {6, 16}) {
      variants.put(
          "forest initial=" + initial, () -> new ForestStrategy(base.withInitial(initial)));
    }
    for (double drawn : new double[] {0, 0.15, 0.5}) {
      variants.put("forest drawn=" + drawn, () -> new ForestStrategy(base.withDrawn(drawn)));
    }
    variants.put("portfolio", PortfolioStrategy::new);
    for (double doubt : new double[] {4, 12, 100}) {
      variants.put("portfolio doubt=" + doubt, () -> portfolio(doubt));
    }
    return variants;
  }

  /** The portfolio with another doubt in the local search. */
  private static Strategy portfolio(double doubt) {
    return new PortfolioStrategy(
        List.of(
            new PortfolioStrategy.Entrant(new ForestStrategy(), 4, 4),
            new PortfolioStrategy.Entrant(new LocalSearchStrategy(), 4, doubt),
            new PortfolioStrategy.Entrant(new RandomStrategy(), 0.1, 10)),
        PortfolioStrategy.Settings.DEFAULT);
  }

  private void measure(MeasuredSpace space, int runs, long seed, int threads) throws Exception {
    Scorer scorer = new Scorer(space);
    try (ExecutorService workers = Executors.newFixedThreadPool(threads)) {
      for (Map.Entry<String, Supplier<Strategy>> variant : variants.entrySet()) {
        List<Future<ScoredRun>> futures = new ArrayList<>();
        for (int i = 0; i < runs; i++) {
          long runSeed = seed + i;
          Limit limit = Limit.ofSeconds(scorer.budgetSeconds());
          futures.add(
              workers.submit(
                  () ->
                      ScoredRun.of(
                          scorer,
                          ReplayRun.of(
                              space, variant.getValue().get(), runSeed, limit, System::nanoTime))));
        }
        List<ScoredRun> scored = new ArrayList<>();
        for (Future<ScoredRun> future : futures) {
          scored.add(future.get());
        }
        ReplayTable.Row row = new ReplayTable.Row(space.name(), scorer, scored);
        ReplayTable.Estimate estimate = new ReplayTable(List.of(row)).score(1);
        System.out.printf(
            Locale.ROOT,
            "%-32s %-22s %7.3f [%.3f, %.3f] reached %.2f%n",
            space.name(),
            variant.getKey(),
            estimate.value(),
            estimate.low(),
            estimate.high(),
            row.reached());
        of(variant.getKey()).put(space.name(), estimate.value());
      }
    }
  }

  private void summarise() {
    System.out.printf(Locale.ROOT, "%n%-22s %8s %8s%n", "setting", "mean", "worst");
    scores.forEach(
        (name, bySpace) ->
            System.out.printf(
                Locale.ROOT,
                "%-22s %8.4f %8.3f%n",
                name,
                mean(bySpace, space -> true),
                bySpace.values().stream().mapToDouble(score -> score).min().orElseThrow()));
    TreeSet<String> kernels = new TreeSet<>();
    scores.values().forEach(bySpace -> bySpace.keySet().forEach(s -> kernels.add(kernel(s))));
    double sum = 0;
    int spaces = 0;
    for (String kernel : kernels) {
      String best =
          scores.keySet().stream()
              .max(
                  Comparator.comparingDouble(
                      name -> mean(of(name), space -> !kernel(space).equals(kernel))))
              .orElseThrow();
      Map<String, Double> there = of(best);
      double held = mean(there, space -> kernel(space).equals(kernel));
      int many = (int) there.keySet().stream().filter(s -> kernel(s).equals(kernel)).count();
      System.out.printf(
          Locale.ROOT, "without %s: %s, on it %.4f (%d spaces)%n", kernel, best, held, many);
      sum += held * many;
      spaces += many;
    }
    System.out.printf(
        Locale.ROOT, "one kernel left out: %.4f over %d spaces%n", sum / spaces, spaces);
  }

  /** The scores of a setting by space. */
  private Map<String, Double> of(String setting) {
    return Objects.requireNonNull(scores.get(setting));
  }

  private static double mean(
      Map<String, Double> bySpace, java.util.function.Predicate<String> which) {
    return bySpace.entrySet().stream()
        .filter(entry -> which.test(entry.getKey()))
        .mapToDouble(Map.Entry::getValue)
        .average()
        .orElse(Double.NEGATIVE_INFINITY);
  }

  private static String kernel(String space) {
    return space.split("[/_]")[0];
  }
}
