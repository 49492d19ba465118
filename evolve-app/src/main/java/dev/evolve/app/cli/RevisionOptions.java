package dev.evolve.app.cli;

import dev.evolve.app.gate.RevisionPlan;
import dev.evolve.gates.compare.CompareOptions;
import dev.evolve.results.ResultFormat;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Two revisions to build, run and judge. */
final class RevisionOptions {

  private static final int STANDARD_ROUNDS = 12;

  @Option(
      names = "--repository",
      paramLabel = "DIR",
      description = "git repository of the revisions (default: the current directory)")
  private Path repository = Path.of(".");

  @Option(
      names = "--base",
      paramLabel = "REV",
      description = "baseline: instead of files, build and run this revision...")
  private @Nullable String base;

  @Option(
      names = "--head",
      paramLabel = "REV",
      description = "...beside this one, by turns, in trees of their own (default: HEAD)")
  private String head = "HEAD";

  @Option(
      names = "--build",
      paramLabel = "COMMAND",
      description = "builds a revision, run by sh in its tree (default: nothing is built)")
  private @Nullable String build;

  @Option(
      names = "--bench",
      paramLabel = "COMMAND",
      description = {
        "runs the benchmarks of a revision once; prints results in a format that --format knows, or",
        "writes them to the path that stands for {results}, also in EVOLVE_RESULTS. It has the",
        "rights of your shell"
      })
  private @Nullable String bench;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description = "pairs of runs (default: 12); settled before the first of them")
  private @Nullable Integer rounds;

  @Option(
      names = "--budget",
      paramLabel = "MINUTES",
      description = {
        "instead of --rounds: up to as many pairs as fit into this time; the runs end as soon as the",
        "verdict is known"
      })
  private @Nullable Double budget;

  @Option(
      names = "--pilot",
      paramLabel = "N",
      defaultValue = "3",
      description = {
        "pairs of the baseline beside itself, run first; from them is told by how much the candidate",
        "has to be worse to be found (default: ${DEFAULT-VALUE})"
      })
  private int pilot;

  @Option(
      names = "--build-timeout",
      paramLabel = "MINUTES",
      defaultValue = "60",
      description = "longest time of a build (default: ${DEFAULT-VALUE})")
  private int buildTimeout;

  @Option(
      names = "--timeout",
      paramLabel = "MINUTES",
      defaultValue = "30",
      description = "longest time of a run (default: ${DEFAULT-VALUE})")
  private int timeout;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "of the order of the runs (default: a fresh one, which is printed)")
  private @Nullable Long seed;

  @Option(names = "--results", paramLabel = "DIR", description = "keep the result files here")
  private @Nullable Path results;

  @Option(
      names = "--sandbox",
      description = {
        "build and run in Evolve's sandbox: no network, a clean environment, only the revision's own",
        "tree can be written"
      })
  private boolean isSandboxed;

  /** True if two revisions are to be run. */
  boolean isWanted() {
    return base != null || bench != null;
  }

  boolean isSandboxed() {
    return isSandboxed;
  }

  /** What is to be run. */
  RevisionPlan plan(CompareOptions options, @Nullable ResultFormat format) {
    if (base == null || bench == null) {
      throw GateOptions.wrong(
          "two revisions need --base and --bench, found only "
              + (base == null ? "--bench" : "--base"));
    }
    if (rounds != null && budget != null) {
      throw GateOptions.wrong("wanted --rounds or --budget, found both");
    }
    if (pilot < 2 || pilot > 50 || timeout < 1 || buildTimeout < 1 || isNotPositive(budget)) {
      throw GateOptions.wrong(
          "wanted 2 to 50 for --pilot and positive minutes for --budget and the timeouts");
    }
    return new RevisionPlan(
        repository,
        base,
        head,
        build,
        bench,
        format,
        rounds == null && budget == null ? Integer.valueOf(STANDARD_ROUNDS) : rounds,
        budget == null ? null : Duration.ofMillis(Math.round(budget * 60_000)),
        pilot,
        Duration.ofMinutes(buildTimeout),
        Duration.ofMinutes(timeout),
        seed == null ? new SecureRandom().nextLong() >>> 1 : seed,
        options,
        results);
  }

  private static boolean isNotPositive(@Nullable Double minutes) {
    return minutes != null && !(minutes > 0 && minutes <= 7 * 24 * 60);
  }
}
