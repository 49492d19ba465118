package dev.evolve.app.gate;

import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import dev.evolve.gates.compare.CompareOptions;
import dev.evolve.gates.compare.Comparison;
import dev.evolve.gates.compare.EffectJudge;
import dev.evolve.gates.compare.GateReport;
import dev.evolve.gates.compare.HolmJudge;
import dev.evolve.gates.compare.Pilot;
import dev.evolve.gates.compare.SequentialJudge;
import dev.evolve.results.ResultFile;
import dev.evolve.results.ResultReaders;
import dev.evolve.results.ResultSource;
import dev.evolve.sandbox.Sandboxes;
import dev.evolve.verdict.Verdict;
import dev.evolve.workspace.Workspace;
import dev.evolve.workspace.Workspaces;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Builds two revisions, each in a tree of its own, runs their benchmarks by turns and judges them.
 * How many pairs are run, and after which of them one looks, is settled before the first.
 */
public final class RevisionRuns {

  private static final int MOST_PAIRS = 200;
  private static final int MOST_LINES = 4;

  private final RevisionPlan plan;
  private final Commands commands;
  private final Path scratch;
  private final Consumer<String> progress;

  RevisionRuns(RevisionPlan plan, Commands commands, Path scratch, Consumer<String> progress) {
    this.plan = plan;
    this.commands = commands;
    this.scratch = scratch;
    this.progress = progress;
  }

  /**
   * A revision, built.
   *
   * @param name for people
   * @param directory its tree
   */
  private record Build(String name, Path directory) {}

  /** A run: what it gave, and how long it took. */
  private record Run(ResultFile file, double seconds) {}

  /**
   * Runs the plan.
   *
   * @throws EvolveException if a revision is not there, or does not build or run
   */
  GateReport judge() throws InterruptedException {
    int fewest = new HolmJudge(plan.options().confidence()).fewestPairs();
    checkRounds(fewest);
    try (GitWorktrees trees = new GitWorktrees(plan.repository())) {
      String base = trees.commit(plan.base());
      String head = trees.commit(plan.head());
      Thread hook = new Thread(trees::close, "gate-worktrees");
      Runtime.getRuntime().addShutdownHook(hook);
      try {
        // Paths of the same length: where things lie in memory may depend on it.
        Build baseline = build(trees, base, "baseline " + plan.base(), scratch.resolve("a"));
        Build candidate = build(trees, head, "candidate " + plan.head(), scratch.resolve("b"));
        return judge(baseline, candidate, fewest);
      } finally {
        Runtime.getRuntime().removeShutdownHook(hook);
      }
    }
  }

  private void checkRounds(int fewest) {
    if (plan.rounds() != null && (plan.rounds() < fewest || plan.rounds() > MOST_PAIRS)) {
      throw new EvolveException(
          ErrorCode.INVALID_REQUEST,
          "wanted %d to %d rounds, found %d; at this confidence fewer cannot say anything"
              .formatted(fewest, MOST_PAIRS, plan.rounds()));
    }
  }

  private Build build(GitWorktrees trees, String commit, String name, Path directory)
      throws InterruptedException {
    trees.add(directory, commit);
    String command = plan.build();
    if (command != null) {
      CommandResult built =
          commands.run(command, directory, resultsPath("build"), plan.buildLimit());
      if (!built.problem().isEmpty()) {
        throw new EvolveException(
            ErrorCode.BUILD_FAILED, "the " + name + " does not build: " + built.problem());
      }
      progress.accept(String.format(Locale.ROOT, "built %s in %.1f s", name, built.seconds()));
    }
    return new Build(name, directory);
  }

  private GateReport judge(Build baseline, Build candidate, int fewest)
      throws InterruptedException {
    List<ResultFile> pilot = new ArrayList<>();
    double seconds = run(candidate, "warm-up").seconds();
    run(baseline, "warm-up");
    for (int i = 0; i < 2 * plan.pilotPairs(); i++) {
      Run run = run(baseline, "pilot " + (i + 1));
      pilot.add(run.file());
      seconds = Math.max(seconds, run.seconds());
    }
    int pairs = pairs(seconds, fewest);
    Pilot told = new Pilot(pilot, plan.options());
    String order = RunLetters.draw(pairs, new Random(plan.seed()));
    if (plan.budget() == null) {
      HolmJudge judge = new HolmJudge(plan.options().confidence());
      foretell(told, judge, pairs);
      return judged(baseline, candidate, order, judge, List.of(pairs));
    }
    SequentialJudge judge = new SequentialJudge(plan.options().confidence(), pairs, told.metrics());
    foretell(told, judge, pairs);
    List<Integer> looks = judge.looks().stream().filter(look -> look >= fewest).toList();
    return judged(baseline, candidate, order, judge, looks);
  }

  /** Runs on until the verdict is known at a look, or the last of them is reached. */
  private GateReport judged(
      Build baseline, Build candidate, String order, EffectJudge judge, List<Integer> looks)
      throws InterruptedException {
    List<ResultFile> ofBaseline = new ArrayList<>();
    List<ResultFile> ofCandidate = new ArrayList<>();
    for (int i = 0; i < order.length(); i++) {
      boolean isBaseline = order.charAt(i) == 'A';
      String number = String.format(Locale.ROOT, "%03d-%s", i + 1, isBaseline ? "base" : "head");
      Run run = run(isBaseline ? baseline : candidate, number);
      (isBaseline ? ofBaseline : ofCandidate).add(run.file());
      progress.accept(
          String.format(
              Locale.ROOT,
              "run %d of %s%d: %s, %.2f s",
              i + 1,
              looks.size() > 1 ? "up to " : "",
              order.length(),
              isBaseline ? "baseline" : "candidate",
              run.seconds()));
      if (i % 2 == 1 && i + 1 < order.length() && looks.contains((i + 1) / 2)) {
        GateReport report = report(ofBaseline, ofCandidate, order.substring(0, i + 1), judge);
        if (report.verdict() != Verdict.INCONCLUSIVE) {
          return report;
        }
      }
    }
    return report(ofBaseline, ofCandidate, order, judge);
  }

  private GateReport report(
      List<ResultFile> baseline, List<ResultFile> candidate, String order, EffectJudge judge) {
    CompareOptions options = plan.options().witnessed(order);
    return new Comparison(options, judge).of(baseline, candidate);
  }

  private int pairs(double runSeconds, int fewest) {
    Integer rounds = plan.rounds();
    Duration budget = plan.budget();
    if (rounds != null || budget == null) {
      return rounds == null ? fewest : rounds;
    }
    double each = 2 * Math.max(runSeconds, 1e-3);
    double pilot = runSeconds * (2 * plan.pilotPairs() + 2);
    int pairs = (int) Math.min(MOST_PAIRS, (budget.toMillis() / 1e3 - pilot) / each);
    if (pairs < fewest) {
      throw new EvolveException(
          ErrorCode.INVALID_REQUEST,
          String.format(
              Locale.ROOT,
              "the budget allows %d pairs of runs of %.1f s, at least %d are needed; give %.1f minutes",
              Math.max(0, pairs),
              runSeconds,
              fewest,
              (pilot + each * fewest) / 60 + 0.1));
    }
    return pairs;
  }

  private void foretell(Pilot pilot, EffectJudge judge, int pairs) {
    progress.accept(
        "%s%d pairs, order drawn from seed %d; with probability 0.8 they find what is worse by"
            .formatted(plan.budget() == null ? "" : "up to ", pairs, plan.seed()));
    pilot
        .detectable(judge, pairs, MOST_LINES)
        .forEach(
            is ->
                progress.accept(
                    Double.isFinite(is.share())
                        ? String.format(Locale.ROOT, "  %5.1f %%  %s", is.share() * 100, is.name())
                        : "  nothing: so many metrics need more pairs  " + is.name()));
    if (pilot.metrics() > MOST_LINES) {
      progress.accept("  and less in " + (pilot.metrics() - MOST_LINES) + " more");
    }
  }

  private Run run(Build build, String name) throws InterruptedException {
    Path results = resultsPath(name.replace(' ', '-'));
    CommandResult ran = commands.run(plan.bench(), build.directory(), results, plan.runLimit());
    if (!ran.problem().isEmpty()) {
      throw new EvolveException(
          ErrorCode.BUILD_FAILED,
          "the bench of the %s failed (%s): %s".formatted(build.name(), name, ran.problem()));
    }
    return new Run(read(build, name, results, ran.output()), ran.seconds());
  }

  private ResultFile read(Build build, String name, Path results, String output) {
    if (Files.exists(results)) {
      List<ResultFile> files = ResultPaths.read(List.of(results), plan.format());
      if (files.size() != 1) {
        throw new EvolveException(
            ErrorCode.INVALID_REQUEST,
            "wanted one result file of a run, found " + files.size() + " in {results}");
      }
      return files.getFirst();
    }
    String source = name + " (" + build.name() + ")";
    ResultFile file = ResultReaders.read(ResultSource.of(source, output), plan.format());
    keep(results, output);
    return file;
  }

  private void keep(Path results, String output) {
    try {
      Files.writeString(results, output);
    } catch (IOException e) {
      throw unwritable(results, e);
    }
  }

  private Path resultsPath(String name) {
    Path wanted = plan.results();
    Path directory = wanted == null ? scratch.resolve("results") : wanted.toAbsolutePath();
    try {
      Path path = Files.createDirectories(directory).toRealPath().resolve(name);
      Files.deleteIfExists(path);
      return path;
    } catch (IOException e) {
      throw unwritable(directory, e);
    }
  }

  private static EvolveException unwritable(Path path, IOException e) {
    return new EvolveException(
        ErrorCode.OUT_OF_RESOURCES, "cannot write " + path + ": " + e.getMessage(), e);
  }

  /**
   * Runs a plan in a scratch directory that is removed afterwards.
   *
   * @param sandboxState directory for the sandbox; null to run with the trust of the user's shell
   * @param progress told what happens
   */
  public static GateReport judge(
      RevisionPlan plan, @Nullable Path sandboxState, Consumer<String> progress)
      throws InterruptedException {
    try {
      Path parent = Files.createTempDirectory("evolve-gate-").toRealPath();
      try (Workspace workspace = new Workspaces(parent).open("gate")) {
        Path scratch = workspace.directory("").toAbsolutePath();
        Commands commands =
            sandboxState == null
                ? new ShellCommands(scratch)
                : new SandboxedCommands(
                    Sandboxes.detect(
                        sandboxState, Sandboxes.Choice.AUTOMATIC, InstantSource.system()));
        return new RevisionRuns(plan, commands, scratch, progress).judge();
      } finally {
        Files.deleteIfExists(parent);
      }
    } catch (IOException e) {
      throw new EvolveException(
          ErrorCode.OUT_OF_RESOURCES, "cannot use a scratch directory: " + e.getMessage(), e);
    }
  }
}
