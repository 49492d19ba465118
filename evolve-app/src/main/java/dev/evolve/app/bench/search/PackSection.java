package dev.evolve.app.bench.search;

import dev.evolve.app.bench.BenchResult;
import dev.evolve.app.bench.BenchSetting;
import dev.evolve.app.bench.PackLab;
import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import dev.evolve.measure.Arm;
import dev.evolve.measure.BenchRun;
import dev.evolve.measure.Evaluation;
import dev.evolve.measure.MetricValue;
import dev.evolve.pack.Configuration;
import dev.evolve.pack.Metric;
import dev.evolve.search.Cost;
import dev.evolve.search.Outcome;
import dev.evolve.search.Proposal;
import dev.evolve.search.Search;
import dev.evolve.search.space.CompiledSpace;
import dev.evolve.search.strategy.Strategies;
import dev.evolve.tuning.PackSearchSpaces;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.springframework.util.FileSystemUtils;

/**
 * On a real pack: what a third of the evaluations find, beside 64 drawn at random. Both winners are
 * confirmed on fresh runs beside the baseline, train and holdout scenarios alike.
 */
final class PackSection implements SearchBench.Section {

  private static final int RANDOM = 64;
  private static final int SHARE = 3;
  private static final int SEARCHES = 3;
  private static final int SCREENING_ROUNDS = 3;
  private static final double SAME = 1.03;

  @Override
  public String title() {
    return "cpu-sgemm with a third of the evaluations";
  }

  @Override
  public List<BenchResult> measure(BenchSetting setting, SearchData data) {
    try {
      Path home = Files.createTempDirectory("evolve-bench");
      try {
        return new Session(setting, home).results();
      } finally {
        FileSystemUtils.deleteRecursively(home);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new EvolveException(ErrorCode.INTERNAL, "interrupted", e);
    }
  }

  /** One run on the pack. */
  private static final class Session {
    private final BenchSetting setting;
    private final PackLab lab;
    private final CompiledSpace space;

    Session(BenchSetting setting, Path home) {
      this.setting = setting;
      this.lab = new PackLab(setting.source().resolve("bench-packs").resolve("cpu-sgemm"), home);
      this.space = new PackSearchSpaces().spaceOf(lab.pack());
    }

    List<BenchResult> results() throws InterruptedException {
      int random = setting.quick() ? RANDOM / 4 : RANDOM;
      int ours = random / SHARE;
      double drawn = confirmed("random", winner("random", random, SearchData.SEED));
      double[] found = new double[setting.quick() ? 1 : SEARCHES];
      for (int i = 0; i < found.length; i++) {
        found[i] =
            confirmed("ours-" + i, winner(Strategies.DEFAULT, ours, SearchData.SEED + 1 + i));
      }
      Arrays.sort(found);
      double median = found[found.length / 2];
      BenchResult row =
          setting.result(
              SearchBench.NAME,
              "cpu-sgemm, confirmed time over the baseline's after "
                  + ours
                  + " evaluations, median of searches [best, worst]",
              median,
              found[0],
              found[found.length - 1],
              "x",
              "at most 1.03 times that of " + random + " drawn at random",
              median <= SAME * drawn,
              found.length);
      return List.of(setting.against(row, random + " drawn at random", drawn));
    }

    private Configuration winner(String strategy, int evaluations, long seed)
        throws InterruptedException {
      Search search = new Search(space, Strategies.create(strategy), seed);
      for (int i = 0; i < evaluations; i++) {
        Optional<Proposal> proposal = search.ask();
        if (proposal.isEmpty()) {
          break;
        }
        Configuration configuration = new Configuration(space.values(proposal.get().point()));
        search.tell(
            proposal.get(), screened(strategy + "-" + seed + "-" + i, configuration), Cost.NONE);
        System.out.printf(
            java.util.Locale.ROOT,
            "  |   %s %d of %d: best %.3f%n",
            strategy,
            i + 1,
            evaluations,
            search.history().bestValue());
      }
      return search
          .history()
          .best()
          .map(best -> new Configuration(space.values(best.point())))
          .orElse(lab.pack().defaults());
    }

    private Outcome screened(String id, Configuration configuration) throws InterruptedException {
      Evaluation evaluation =
          lab.evaluate(id, configuration, Evaluation.Phase.SCREENING, SCREENING_ROUNDS);
      double ratio = ratio(evaluation);
      return Double.isFinite(ratio)
          ? new Outcome.Measured(ratio, Double.NaN, SCREENING_ROUNDS)
          : new Outcome.Failed(Outcome.Reason.RUN, "no ratio on every scenario");
    }

    private double confirmed(String id, Configuration configuration) throws InterruptedException {
      int rounds = setting.quick() ? 8 : 20;
      double ratio =
          ratio(
              lab.evaluate(
                  id + "-confirmed", configuration, Evaluation.Phase.CONFIRMATION, rounds));
      if (!Double.isFinite(ratio)) {
        throw new EvolveException(
            ErrorCode.BUILD_FAILED, "the winner of '" + id + "' gave no ratio when confirmed");
      }
      return ratio;
    }

    /** The geometric mean over the scenarios of the ratio of medians; NaN if one has no value. */
    private double ratio(Evaluation evaluation) {
      Metric objective = lab.pack().objective();
      List<String> scenarios =
          evaluation.runs().stream().map(BenchRun::scenario).distinct().toList();
      double logs = scenarios.isEmpty() ? Double.NaN : 0;
      for (String scenario : scenarios) {
        logs +=
            Math.log(
                median(evaluation, scenario, Arm.CANDIDATE, objective)
                    / median(evaluation, scenario, Arm.BASELINE, objective));
      }
      double sign = objective.direction() == Metric.Direction.LOWER ? 1 : -1;
      return Math.exp(sign * logs / scenarios.size());
    }

    private static double median(
        Evaluation evaluation, String scenario, Arm arm, Metric objective) {
      double[] values =
          evaluation.runs().stream()
              .filter(run -> run.arm() == arm && run.scenario().equals(scenario))
              .mapToDouble(run -> value(run, objective))
              .sorted()
              .toArray();
      boolean isWhole = values.length > 0 && Arrays.stream(values).allMatch(Double::isFinite);
      return isWhole ? values[values.length / 2] : Double.NaN;
    }

    private static double value(BenchRun run, Metric objective) {
      MetricValue value = run.metrics().get(objective.name());
      return value == null ? Double.NaN : value.value();
    }
  }
}
