package dev.evolve.pack;

import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A bench pack as its {@code evolve.yaml} declares it: what may be changed, how it is built, run
 * and judged. Made by {@code PackReader} only, which has checked everything that can be checked
 * without running it.
 *
 * @param version version of the format, 1
 * @param name lower-case name
 * @param domain which domain of Evolve it belongs to
 * @param description for people
 * @param knobs in the order of the file
 * @param constraints among the knobs
 * @param configuration the file that a promoted configuration changes
 * @param editable paths, relative to the pack, that a diff may touch; nothing else may change
 * @param build how it is built
 * @param bench how it is run
 * @param scenarios what it is run on
 * @param metrics what it prints; exactly one objective
 * @param output the numeric output that is compared
 * @param limits limits of build and bench
 * @param gates thresholds of the gates
 * @param service how it serves; null without a canary service
 * @param canary stages of a canary; empty without a service
 * @param budget default budget of a campaign
 * @param objectives what a search weighs when it chooses; null if the objective alone counts
 * @param soak the long run in which leaks show; null without one
 */
public record BenchPack(
    int version,
    String name,
    Domain domain,
    String description,
    List<Knob> knobs,
    List<Constraint> constraints,
    ConfigurationFile configuration,
    List<String> editable,
    Build build,
    Bench bench,
    List<Scenario> scenarios,
    List<Metric> metrics,
    Output output,
    PackLimits limits,
    Thresholds gates,
    @Nullable Service service,
    Canary canary,
    Budget budget,
    @Nullable List<WantedMetric> objectives,
    @Nullable Soak soak) {

  public BenchPack {
    knobs = List.copyOf(knobs);
    constraints = List.copyOf(constraints);
    editable = List.copyOf(editable);
    scenarios = List.copyOf(scenarios);
    metrics = List.copyOf(metrics);
    objectives = objectives == null ? null : List.copyOf(objectives);
  }

  /** A pack whose objective alone counts, without a soak. */
  public BenchPack(
      int version,
      String name,
      Domain domain,
      String description,
      List<Knob> knobs,
      List<Constraint> constraints,
      ConfigurationFile configuration,
      List<String> editable,
      Build build,
      Bench bench,
      List<Scenario> scenarios,
      List<Metric> metrics,
      Output output,
      PackLimits limits,
      Thresholds gates,
      @Nullable Service service,
      Canary canary,
      Budget budget) {
    this(
        version,
        name,
        domain,
        description,
        knobs,
        constraints,
        configuration,
        editable,
        build,
        bench,
        scenarios,
        metrics,
        output,
        limits,
        gates,
        service,
        canary,
        budget,
        null,
        null);
  }

  /** A metric by name: one that the pack declares, or else one that is measured of every bench. */
  public Optional<Metric> metric(String name) {
    return Stream.concat(metrics.stream(), Metric.MEASURED.stream())
        .filter(metric -> metric.name().equals(name))
        .findFirst();
  }

  /** The baseline: every knob at its default. */
  public Configuration defaults() {
    return Configuration.defaultsOf(knobs);
  }

  /** The metric that the campaign improves. */
  public Metric objective() {
    return metrics.stream()
        .filter(metric -> metric.role() == Metric.Role.OBJECTIVE)
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("pack " + name + " has no objective"));
  }

  /** The scenarios of one role, in the order of the file. */
  public List<Scenario> scenarios(Scenario.Role role) {
    return scenarios.stream().filter(scenario -> scenario.role() == role).toList();
  }

  /** How it serves, if it does. */
  public Optional<Service> serviceIfAny() {
    return Optional.ofNullable(service);
  }

  /** The long run in which leaks show, if the pack has one. */
  public Optional<Soak> soakIfAny() {
    return Optional.ofNullable(soak);
  }

  /** The domains of Evolve. */
  public enum Domain {
    COMPILER,
    KERNEL,
    MEMORY,
    PARALLEL,
    INFERENCE
  }

  /**
   * The file that holds the configuration.
   *
   * @param file path relative to the pack
   * @param format how it is written
   */
  public record ConfigurationFile(String file, Format format) {
    /** How a configuration is written to its file. */
    public enum Format {
      /** {@code NAME=value} lines; other lines are kept. */
      ENV,
      /** {@code #define NAME value} lines; other lines are kept. */
      HEADER,
      /** One JSON object. */
      JSON
    }
  }

  /**
   * How it is built.
   *
   * @param command run in the pack's directory
   * @param artifacts files that it makes, relative to the pack; the first is the one deployed
   */
  public record Build(List<String> command, List<String> artifacts) {
    public Build {
      command = List.copyOf(command);
      artifacts = List.copyOf(artifacts);
    }
  }

  /**
   * How it is run; {@code {seed}} and {@code {output}} are replaced.
   *
   * @param command run in the pack's directory, with the scenario's arguments appended
   * @param suite the format of an existing suite that it prints; null if it prints metric lines
   */
  public record Bench(List<String> command, @Nullable Suite suite) {
    public Bench {
      command = List.copyOf(command);
    }

    /** A bench that prints metric lines. */
    public Bench(List<String> command) {
      this(command, null);
    }
  }

  /**
   * The output file that a run writes after its timed part.
   *
   * @param dtype element type
   * @param measure how two outputs are compared
   * @param tolerance largest accepted difference in that measure
   * @param demands what else is asked of outputs
   */
  public record Output(Dtype dtype, Measure measure, double tolerance, OutputDemands demands) {

    // A pack that was recorded before there were demands has none.
    public Output {
      demands = demands == null ? OutputDemands.NONE : demands;
    }

    /** An output of which nothing else is asked. */
    public Output(Dtype dtype, Measure measure, double tolerance) {
      this(dtype, measure, tolerance, OutputDemands.NONE);
    }

    /** True if only equal bytes agree, as always for integers. */
    public boolean wantsEqualBytes() {
      return measure == Measure.BITWISE || !dtype.isFloating();
    }

    /** Element type of an output file, little endian. */
    public enum Dtype {
      F16(2, 11, -14, 1e-3, 4),
      BF16(2, 8, -126, 1e-3, 4),
      F32(4, 24, -126, 1e-6, 128),
      F64(8, 53, -1022, 2e-15, 128),
      I8(1, 0, 0, 0, 0),
      U8(1, 0, 0, 0, 0),
      I32(4, 0, 0, 0, 0),
      I64(8, 0, 0, 0, 0),
      BYTES(1, 0, 0, 0, 0);

      private final int width;
      private final int significand;
      private final int smallestExponent;
      private final double tolerance;
      private final double ulps;

      Dtype(int width, int significand, int smallestExponent, double tolerance, double ulps) {
        this.width = width;
        this.significand = significand;
        this.smallestExponent = smallestExponent;
        this.tolerance = tolerance;
        this.ulps = ulps;
      }

      /** Bytes of an element. */
      public int width() {
        return width;
      }

      /** False for integers and bytes, of which only equal ones agree. */
      public boolean isFloating() {
        return significand > 0;
      }

      /** Relative L2 distance that is accepted unless the pack says otherwise. */
      public double defaultTolerance() {
        return tolerance;
      }

      /** Units in the last place that are accepted unless the pack says otherwise. */
      public double defaultUlps() {
        return ulps;
      }

      /** Largest relative error of rounding a number to this type. */
      public double unitRoundoff() {
        return Math.scalb(1.0, -significand);
      }

      /**
       * Unit in the last place of a finite number of this magnitude; that of the subnormals at 0.
       */
      public double ulp(double magnitude) {
        int exponent = Math.max(Math.getExponent(magnitude), smallestExponent);
        return Math.scalb(1.0, exponent - significand + 1);
      }
    }

    /** How two outputs are compared. */
    public enum Measure {
      /** ‖candidate − baseline‖₂ / ‖baseline‖₂ in double arithmetic. */
      RELATIVE_L2,
      /** Every byte equal. */
      BITWISE
    }
  }

  /**
   * Limits of the two kinds of command.
   *
   * @param build limits of a build
   * @param bench limits of one bench run, and of the service
   */
  public record PackLimits(Limits build, Limits bench) {}

  /**
   * Limits of one command.
   *
   * @param wallSeconds wall time
   * @param memoryMiB address space or memory of the whole tree, in MiB
   * @param processes number of processes
   */
  public record Limits(int wallSeconds, int memoryMiB, int processes) {}

  /**
   * Thresholds of the gates.
   *
   * @param perf of the performance gate
   * @param memory of the memory gate
   * @param canary of the canary judge
   */
  public record Thresholds(Perf perf, Memory memory, CanaryTolerances canary) {

    /**
     * @param minimumGain share of the objective that must be gained, 0.10 for 10 %
     * @param confidence one-sided confidence of that statement, such as 0.99
     * @param rounds how many pairs of runs a confirmation may take on each scenario; null for as
     *     many as the service allows
     * @param energyTolerance share by which the energy of the machine may exceed the baseline's;
     *     null to judge it only where it can be read
     */
    public record Perf(
        double minimumGain,
        double confidence,
        @Nullable Integer rounds,
        @Nullable Double energyTolerance) {

      /** Confidence where a pack does not say. */
      public static final double USUAL_CONFIDENCE = 0.99;

      /** Without limits of its own on runs and energy. */
      public Perf(double minimumGain, double confidence) {
        this(minimumGain, confidence, null, null);
      }

      /** The share that must be gained where a pack does not say. */
      public static double usualGain(Domain domain) {
        return switch (domain) {
          case COMPILER, KERNEL, PARALLEL -> 0.10;
          case INFERENCE -> 0.15;
          case MEMORY -> 0.20;
        };
      }

      /** How many pairs a confirmation may take on each scenario. */
      public int roundsOr(int allowed) {
        return rounds == null ? allowed : rounds;
      }
    }

    /**
     * @param peakRssTolerance share by which the peak may exceed the baseline's
     * @param fragmentation how much of the free memory may lie in pieces; null if that is not
     *     judged
     */
    public record Memory(double peakRssTolerance, @Nullable Fragmentation fragmentation) {

      /** Of the peak alone. */
      public Memory(double peakRssTolerance) {
        this(peakRssTolerance, null);
      }

      /** Fragmentation, if it is judged. */
      public Optional<Fragmentation> fragmentationIfAny() {
        return Optional.ofNullable(fragmentation);
      }
    }

    /**
     * @param p95Tolerance share by which the 95th percentile may exceed the baseline's
     * @param p99Tolerance share by which the 99th percentile may exceed the baseline's
     * @param maximumErrorRate share of requests that may fail beyond the baseline's
     */
    public record CanaryTolerances(
        double p95Tolerance, double p99Tolerance, double maximumErrorRate) {}
  }

  /**
   * How it serves; {@code {socket}} is replaced by the path of a Unix socket.
   *
   * @param command run in the pack's directory
   * @param health path that answers 200 once it is ready
   * @param load file of the requests that a canary replays, one JSON object a line: {@code {"atMs",
   *     "method", "path", "body"}}
   */
  public record Service(List<String> command, String health, String load) {
    public Service {
      command = List.copyOf(command);
    }
  }

  /**
   * Stages of a canary.
   *
   * @param stages in order
   */
  public record Canary(List<Stage> stages) {
    public Canary {
      stages = List.copyOf(stages);
    }

    /**
     * @param weight share of the requests that go to the candidate
     * @param requests how many requests the stage takes in all
     */
    public record Stage(double weight, int requests) {}
  }

  /**
   * Budget of a campaign.
   *
   * @param evaluations how many candidates may be measured
   * @param minutes how long the search may take
   * @param deviceSeconds of building and running that the search may take; null for any
   * @param money that the search may cost, in the currency of the price; null for any
   * @param pricePerDeviceHour what an hour of the machine costs; null for nothing
   * @param worthOfPercent what an improvement of one percent is worth, in that currency; null to
   *     search on while the rest of the budget allows
   */
  public record Budget(
      int evaluations,
      int minutes,
      @Nullable Double deviceSeconds,
      @Nullable BigDecimal money,
      @Nullable BigDecimal pricePerDeviceHour,
      @Nullable Double worthOfPercent) {

    /** A budget of evaluations and minutes alone. */
    public Budget(int evaluations, int minutes) {
      this(evaluations, minutes, null, null, null, null);
    }
  }
}
