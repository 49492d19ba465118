package dev.evolve.app.cli;

import dev.evolve.app.tune.Budget;
import dev.evolve.app.tune.KeptMemory;
import dev.evolve.app.tune.MachinePower;
import dev.evolve.app.tune.RaceJournal;
import dev.evolve.app.tune.RaceSession;
import dev.evolve.app.tune.Start;
import dev.evolve.app.tune.TuneConclusion;
import dev.evolve.app.tune.TuneJournal;
import dev.evolve.app.tune.TuneRecord;
import dev.evolve.app.tune.TuneRequest;
import dev.evolve.app.tune.TuneResults;
import dev.evolve.app.tune.TuneSession;
import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import dev.evolve.pack.HardwareProbe;
import dev.evolve.search.Outcome;
import dev.evolve.search.Trial;
import dev.evolve.search.budget.StoppingRule;
import dev.evolve.search.objective.Caps;
import dev.evolve.search.objective.Preferences;
import dev.evolve.search.prior.Prior;
import dev.evolve.search.space.CompiledSpace;
import dev.evolve.search.space.Parameter;
import dev.evolve.search.space.Point;
import dev.evolve.search.strategy.Strategies;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code evolve tune SPACE --command …}. */
@Command(
    name = "tune",
    description = {
      "Tune a command of your own over a space of parameters, without the service.",
      "The command is run by a shell for every configuration, with the values in the environment "
          + "and in place of {name}. What it measured is the number its last line begins with, or "
          + "every line {\"metric\": \"time\", \"value\": 1.5}; if it exits with another code than 0 "
          + "or prints nothing of the kind, the configuration has failed.",
      "Several metrics count with --objective; then it prints lines 'name: value', 'name=value', or "
          + "{\"time_ms\": 1.2, \"memory_mb\": 33}, and the start is what others are held against.",
      "Stop it whenever you like: the same command line goes on from the journal in the output "
          + "directory and pays for nothing twice."
    },
    mixinStandardHelpOptions = true)
public final class TuneCommand implements Callable<Integer> {

  private static final int REPORT_COLUMNS = 100;
  private static final String JOURNAL = "journal.jsonl";

  @Parameters(paramLabel = "SPACE", description = "T1 file with parameters and restrictions")
  private Path spaceFile;

  @Option(
      names = "--command",
      required = true,
      paramLabel = "CMD",
      description = "what to run, such as './bench --tile {tile}'")
  private String command;

  @Option(
      names = "--build",
      paramLabel = "CMD",
      description = "what to run before it, once a configuration; its time is not measured")
  private @Nullable String build;

  @Option(
      names = "--metric",
      paramLabel = "NAME",
      description = "metric of the JSON lines that counts (default: time)")
  private @Nullable String metric;

  @Option(
      names = "--unit",
      paramLabel = "UNIT",
      defaultValue = "ms",
      description = "unit of the metric (default: ${DEFAULT-VALUE})")
  private String unit;

  @Option(names = "--maximise", description = "more is better")
  private boolean isMaximised;

  @Option(
      names = "--evaluations",
      paramLabel = "N",
      description =
          "configurations to measure (default: 100, or unlimited with --seconds or a price)")
  private @Nullable Integer evaluations;

  @Option(
      names = "--seconds",
      paramLabel = "N",
      description = "seconds of building and running to spend")
  private @Nullable Double seconds;

  @Option(
      names = "--repeats",
      paramLabel = "N",
      description = "runs of the command for a configuration (default: 1)")
  private @Nullable Integer repeats;

  @Option(
      names = "--race",
      description = {
        "for noisy measurements, instead of --repeats: buy samples a few at a time, drop what is",
        "shown worse, and hold the winner against the start on fresh samples. It returns to",
        "configurations and builds them again then, so let the build keep what it has"
      })
  private boolean isRace;

  @Option(
      names = "--start",
      paramLabel = "NAME=VALUE",
      split = ",",
      description = {
        "where to start, measured first and what --race compares with",
        "(default: the defaults of the file)"
      })
  private Map<String, String> start = new LinkedHashMap<>();

  @Option(
      names = "--timeout",
      paramLabel = "SECONDS",
      defaultValue = "60",
      description = "after which a run is killed with all it started (default: ${DEFAULT-VALUE})")
  private double timeout;

  @Option(
      names = "--build-timeout",
      paramLabel = "SECONDS",
      defaultValue = "600",
      description = "the same for the build (default: ${DEFAULT-VALUE})")
  private double buildTimeout;

  @Option(
      names = "--strategy",
      paramLabel = "NAME",
      description = "how the next configuration is chosen; ./evolve replay --list says which")
  private String strategy = Strategies.DEFAULT;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "seed of the search (default: ${DEFAULT-VALUE})")
  private long seed;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "where journal and results go (default: tune-NAME)")
  private @Nullable Path out;

  @Mixin private StopOptions stop = new StopOptions();

  @Mixin private ObjectiveOptions objectives = new ObjectiveOptions();

  @Mixin private MemoryOptions memory = new MemoryOptions();

  @Mixin private PowerOptions power = new PowerOptions();

  @Option(names = "--fresh", description = "forget what the journal has and begin anew")
  private boolean isFresh;

  @Override
  public Integer call() throws InterruptedException {
    check();
    CompiledSpace space = TuneInput.space(spaceFile);
    Preferences wanted = objectives.preferences();
    TuneRequest request = wanted == null ? request() : request().wanting(wanted);
    try (MachinePower machine = MachinePower.open()) {
      Path directory = directory();
      TuneRequest guided = request.with(memory(directory, space), caps(machine));
      Job job = new Job(guided, space, directory, Start.of(space, start), budget(), machine);
      return isRace ? race(job) : search(job);
    }
  }

  private Prior memory(Path directory, CompiledSpace space) {
    boolean isBegun = Files.exists(directory.resolve(JOURNAL));
    List<String> names = space.parameters().stream().map(Parameter::name).toList();
    Prior prior = KeptMemory.of(directory, isBegun, () -> memory.prior(names));
    prior.sources().forEach(source -> System.out.println("remembers " + source.name()));
    return prior;
  }

  private Caps caps(MachinePower machine) {
    Caps caps = power.caps();
    machine.require(caps);
    if (!caps.equals(Caps.NONE)) {
      machine.describe().forEach(System.out::println);
    }
    return caps;
  }

  /** What is to be done. */
  private record Job(
      TuneRequest request,
      CompiledSpace space,
      Path directory,
      Optional<Point> start,
      Budget budget,
      MachinePower power) {
    Path journal() {
      return directory.resolve(JOURNAL);
    }
  }

  private TuneRequest request() {
    return new TuneRequest(
        command,
        build,
        metric,
        unit,
        isMaximised,
        isRace ? 0 : repeats == null ? 1 : repeats,
        duration(timeout),
        duration(buildTimeout),
        strategy,
        seed);
  }

  private int search(Job job) throws InterruptedException {
    List<String> identity = identity(job, "repeats " + job.request().repeats());
    if (job.request().preferences() != null) {
      identity.addAll(objectives.identity());
      Start.required(job.start(), "--objective holds configurations against", spaceFile);
    }
    try (TuneJournal journal = TuneJournal.open(job.journal(), job.space(), identity)) {
      TuneSession session =
          new TuneSession(
              job.request(), job.space(), journal, job.power(), InstantSource.system(), System.out);
      try {
        session.run(job.budget(), job.start());
      } finally {
        finish(job, session.records(), session.conclusion());
      }
      return session.history().best().isPresent() ? 0 : 1;
    }
  }

  private int race(Job job) throws InterruptedException {
    Point from = Start.required(job.start(), "--race compares with", spaceFile);
    List<String> identity = identity(job, "race against " + job.space().values(from));
    identity.addAll(objectives.identity());
    try (RaceJournal journal =
        RaceJournal.open(job.journal(), job.space(), identity, isMaximised)) {
      RaceSession session =
          new RaceSession(
              job.request(),
              job.space(),
              journal,
              from,
              job.power(),
              InstantSource.system(),
              System.out);
      try {
        session.run(job.budget());
      } finally {
        finish(job, session.records(), session.conclusion());
      }
      return session.history().best().isPresent() ? 0 : 1;
    }
  }

  private void check() {
    boolean isPositive =
        (repeats == null || repeats > 0)
            && timeout > 0
            && buildTimeout > 0
            && (evaluations == null || evaluations > 0)
            && (seconds == null || seconds > 0);
    if (!isPositive) {
      throw new EvolveException(
          ErrorCode.INVALID_REQUEST,
          "wanted positive numbers for --evaluations, --seconds, --repeats and the timeouts");
    }
    if (isRace && repeats != null) {
      throw new EvolveException(
          ErrorCode.INVALID_REQUEST,
          "wanted --race or --repeats, found both: a race decides how often the command is run");
    }
    objectives.requireAlone(metric, isMaximised);
    try {
      Strategies.create(strategy);
    } catch (IllegalArgumentException e) {
      throw new EvolveException(ErrorCode.INVALID_REQUEST, String.valueOf(e.getMessage()), e);
    }
  }

  private static Duration duration(double seconds) {
    return Duration.ofMillis(Math.max(1, Math.round(seconds * 1000)));
  }

  private Path directory() {
    String name = spaceFile.getFileName().toString().replaceFirst("\\.json$", "");
    Path directory = out == null ? Path.of("tune-" + name) : out;
    try {
      Files.createDirectories(directory);
      if (isFresh) {
        Files.deleteIfExists(directory.resolve(JOURNAL));
      }
      return directory;
    } catch (IOException e) {
      throw new EvolveException(
          ErrorCode.OUT_OF_RESOURCES, "cannot write to " + directory + ": " + e.getMessage(), e);
    }
  }

  private List<String> identity(Job job, String samples) {
    List<String> identity = TuneInput.identity(job.request(), job.space(), samples);
    KeptMemory.identity(job.request().prior()).ifPresent(identity::add);
    identity.addAll(power.identity());
    return identity;
  }

  private Budget budget() {
    StoppingRule rule = stop.rule();
    int open = seconds == null && rule == null ? 100 : Integer.MAX_VALUE;
    return new Budget(
        evaluations != null ? evaluations : open,
        seconds == null ? Double.POSITIVE_INFINITY : seconds,
        rule);
  }

  private void finish(Job job, List<TuneRecord> records, TuneConclusion conclusion) {
    if (records.isEmpty()) {
      return;
    }
    String device = HardwareProbe.ofThisMachine().get().cpuModel();
    CompiledSpace space = job.space();
    TuneResults results =
        new TuneResults(job.request(), space, space.definition().name(), device, conclusion);
    List<Path> written = results.write(job.directory(), records);
    Optional<Trial> best = results.best(records);
    if (best.isPresent() && best.get().outcome() instanceof Outcome.Measured measured) {
      double value = isMaximised ? -measured.value() : measured.value();
      System.out.printf("best: %.6g %s%n", value, job.request().unit());
      space.values(best.get().point()).forEach((key, is) -> System.out.println(key + "=" + is));
    }
    System.out.println();
    System.out.println(results.report(records).text(REPORT_COLUMNS));
    written.forEach(file -> System.out.println("wrote " + file));
  }
}
