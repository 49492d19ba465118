package dev.evolve.app.cli;

import dev.evolve.app.replay.Memories;
import dev.evolve.app.replay.ReplayReport;
import dev.evolve.app.replay.ReplayRunner;
import dev.evolve.app.replay.RunReport;
import dev.evolve.app.replay.SpaceFiles;
import dev.evolve.app.replay.SpaceFiles.SpaceFile;
import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import dev.evolve.json.Json;
import dev.evolve.search.Strategy;
import dev.evolve.search.explain.SearchReport;
import dev.evolve.search.prior.Prior;
import dev.evolve.search.prior.WarmStrategy;
import dev.evolve.search.replay.MeasuredSpace;
import dev.evolve.search.replay.ReplayRun.Limit;
import dev.evolve.search.replay.ReplayTable;
import dev.evolve.search.replay.ReplayTable.Row;
import dev.evolve.search.replay.Scorer;
import dev.evolve.search.space.Parameter;
import dev.evolve.search.strategy.Strategies;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code evolve replay SPACE…}. */
@Command(
    name = "replay",
    description = {
      "Run search strategies against completely measured spaces and score them.",
      "A run is told what was recorded and charged what it cost then; nothing is built or measured. "
          + "The score is that of Willemsen et al. 2024: 0 is random search, 1 the optimum at once."
    },
    mixinStandardHelpOptions = true)
public final class ReplayCommand implements Callable<Integer> {

  private static final int REPORT_COLUMNS = 100;

  @Parameters(
      paramLabel = "SPACE",
      arity = "0..*",
      description =
          "Kernel Tuner cache files, T4 files, directories of them, or names from --list"
              + " (default: the spaces that Evolve ships)")
  private List<String> places = new ArrayList<>();

  @Option(
      names = "--strategy",
      paramLabel = "NAME",
      split = ",",
      description = "strategies to run (default: the one that Evolve uses); see --list")
  private List<String> strategies = new ArrayList<>(List.of(Strategies.DEFAULT));

  @Option(
      names = "--runs",
      paramLabel = "N",
      defaultValue = "20",
      description = "runs a space (default: ${DEFAULT-VALUE})")
  private int runs;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "seed of the first run; the others have those that follow (default: 1)")
  private long seed;

  @Option(
      names = "--budget",
      paramLabel = "SECONDS",
      description = "recorded seconds a run may pay (default: 1.1 times what random search needs)")
  private @Nullable Double budget;

  @Option(
      names = "--evaluations",
      paramLabel = "N",
      description = "evaluations a run may make (default: as many as the seconds pay for)")
  private @Nullable Integer evaluations;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "runs at the same time (default: the cores)")
  private int threads = Runtime.getRuntime().availableProcessors();

  @Option(
      names = "--memory",
      paramLabel = "PLACE",
      split = ",",
      description = {
        "files or directories with spaces of the same parameters that the search remembers;",
        "the space that is replayed is left out of its own memory"
      })
  private List<Path> memory = new ArrayList<>();

  @Option(names = "--list", description = "say which spaces and strategies there are")
  private boolean list;

  @Option(
      names = "--report",
      description = {
        "report the first run on every space as well: which parameters matter, how the best fell",
        "beside exact random search, what failed"
      })
  private boolean isReported;

  @Option(names = "--json", description = "print one JSON object a strategy instead of tables")
  private boolean json;

  @Override
  public Integer call() {
    List<SpaceFile> files = files();
    if (list) {
      System.out.println("strategies: " + String.join(", ", Strategies.names()));
      files.forEach(file -> System.out.printf("%-34s %s%n", file.name(), file.path()));
      return 0;
    }
    check();
    try (ReplayRunner runner = new ReplayRunner(threads)) {
      strategies.forEach(strategy -> replay(runner, strategy, files));
    }
    return 0;
  }

  private void check() {
    boolean isPositive =
        runs > 0
            && threads > 0
            && (budget == null || budget > 0)
            && (evaluations == null || evaluations > 0);
    if (!isPositive) {
      throw new EvolveException(
          ErrorCode.INVALID_REQUEST,
          "wanted positive numbers for --runs, --threads, --budget and --evaluations");
    }
    try {
      strategies.forEach(Strategies::create);
    } catch (IllegalArgumentException e) {
      throw new EvolveException(ErrorCode.INVALID_REQUEST, String.valueOf(e.getMessage()), e);
    }
  }

  private List<SpaceFile> files() {
    Path source = Path.of(System.getProperty("evolve.source", ".")).toAbsolutePath().normalize();
    Path shipped = SpaceFiles.shipped(source);
    if (places.isEmpty()) {
      return SpaceFiles.find(List.of(shipped));
    }
    List<SpaceFile> found = new ArrayList<>();
    for (String place : places) {
      if (Files.exists(Path.of(place))) {
        found.addAll(SpaceFiles.find(List.of(Path.of(place))));
      } else {
        found.add(named(shipped, place));
      }
    }
    return found;
  }

  private static SpaceFile named(Path shipped, String name) {
    return SpaceFiles.find(List.of(shipped)).stream()
        .filter(file -> file.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new EvolveException(
                    ErrorCode.NOT_FOUND,
                    "no file, directory or shipped space "
                        + name
                        + "; ./evolve replay --list says which there are"));
  }

  private void replay(ReplayRunner runner, String strategy, List<SpaceFile> files) {
    ReplayReport report = new ReplayReport(System.out);
    if (!json) {
      report.heading(strategy, runs, seed);
    }
    List<Row> rows = new ArrayList<>();
    List<SearchReport> reports = new ArrayList<>();
    for (SpaceFile file : files) {
      MeasuredSpace space = SpaceFiles.read(file);
      Scorer scorer = new Scorer(space);
      Supplier<Strategy> fresh = fresh(strategy, file);
      Row row = runner.run(space, scorer, fresh, runs, seed, limit(scorer));
      rows.add(row);
      if (isReported) {
        reports.add(RunReport.of(space, strategy, fresh.get(), seed, limit(scorer)));
      }
      if (!json) {
        report.row(row);
      }
    }
    ReplayTable table = new ReplayTable(rows);
    if (json) {
      Map<String, Object> value = ReplayReport.json(strategy, runs, seed, table);
      if (isReported) {
        value.put("reports", reports);
      }
      System.out.println(Json.write(value));
      return;
    }
    report.total(strategy, table);
    if (rows.size() == 1) {
      report.picture(rows.getFirst());
    }
    reports.forEach(run -> System.out.println("\n" + run.text(REPORT_COLUMNS)));
  }

  /** Makes the strategies of a space: with what is remembered of other files, if anything is. */
  private Supplier<Strategy> fresh(String strategy, SpaceFile file) {
    if (memory.isEmpty()) {
      return () -> Strategies.create(strategy);
    }
    Path here = file.path().toAbsolutePath().normalize();
    List<String> names = names(SpaceFiles.read(file));
    List<MeasuredSpace> known =
        SpaceFiles.find(memory).stream()
            .filter(other -> !other.path().toAbsolutePath().normalize().equals(here))
            .map(SpaceFiles::read)
            .filter(other -> names(other).equals(names))
            .toList();
    Prior prior = Memories.of(known);
    return () -> new WarmStrategy(prior, () -> Strategies.create(strategy));
  }

  private static List<String> names(MeasuredSpace space) {
    return space.space().parameters().stream().map(Parameter::name).toList();
  }

  private Limit limit(Scorer scorer) {
    double seconds =
        budget != null
            ? budget
            : evaluations != null ? Double.POSITIVE_INFINITY : scorer.budgetSeconds();
    return new Limit(seconds, evaluations == null ? Integer.MAX_VALUE : evaluations);
  }
}
