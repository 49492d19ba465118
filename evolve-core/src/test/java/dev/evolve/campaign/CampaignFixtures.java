package dev.evolve.campaign;

import dev.evolve.pack.BenchPack;
import dev.evolve.pack.Configuration;
import dev.evolve.pack.HardwareProfile;
import dev.evolve.pack.Knob;
import dev.evolve.pack.Metric;
import dev.evolve.pack.PackSource;
import dev.evolve.pack.Scenario;
import dev.evolve.pack.Soak;
import dev.evolve.pack.WantedMetric;
import dev.evolve.search.History;
import dev.evolve.search.Strategy;
import dev.evolve.search.Suggestion;
import dev.evolve.search.Trial;
import dev.evolve.search.space.ListedSpace;
import dev.evolve.search.space.Parameter;
import dev.evolve.search.space.Point;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** A pack, a machine and a scripted search for tests of the campaign. */
public final class CampaignFixtures {

  /** Where the imaginary code is. */
  public static final PackSource SOURCE = new PackSource("/repository", "main", "b".repeat(40), "");

  /** An imaginary machine. */
  public static final HardwareProfile HARDWARE =
      new HardwareProfile(
          "amd64", "Test CPU", 2, 1L << 30, "Linux", "1", "cc 1", "unknown", new TreeMap<>());

  private CampaignFixtures() {}

  /** A pack with one knob, two train and one holdout scenario, two canary stages. */
  public static BenchPack pack() {
    BenchPack.Limits limits = new BenchPack.Limits(5, 64, 4);
    return new BenchPack(
        1,
        "toy",
        BenchPack.Domain.KERNEL,
        "a toy",
        List.of(new Knob.Ordinal("TILE", List.of("1", "2", "3", "4", "5"), "1", "tile")),
        List.of(),
        new BenchPack.ConfigurationFile("knobs.env", BenchPack.ConfigurationFile.Format.ENV),
        List.of(),
        new BenchPack.Build(List.of("sh", "build.sh"), List.of("build/toy")),
        new BenchPack.Bench(List.of("build/toy", "{seed}", "{output}")),
        List.of(
            new Scenario("small", Scenario.Role.TRAIN, List.of()),
            new Scenario("large", Scenario.Role.TRAIN, List.of()),
            new Scenario("odd", Scenario.Role.HOLDOUT, List.of())),
        List.of(
            new Metric("time", "ns", Metric.Direction.LOWER, Metric.Role.OBJECTIVE, "the time")),
        new BenchPack.Output(
            BenchPack.Output.Dtype.F32, BenchPack.Output.Measure.RELATIVE_L2, 1e-6),
        new BenchPack.PackLimits(limits, limits),
        new BenchPack.Thresholds(
            new BenchPack.Thresholds.Perf(0.10, 0.99),
            new BenchPack.Thresholds.Memory(0.03),
            new BenchPack.Thresholds.CanaryTolerances(0.1, 0.25, 0)),
        new BenchPack.Service(List.of("build/toy", "{socket}"), "/healthz", "load.jsonl"),
        new BenchPack.Canary(
            List.of(new BenchPack.Canary.Stage(0.1, 100), new BenchPack.Canary.Stage(0.5, 100))),
        new BenchPack.Budget(4, 5));
  }

  /** The same pack with several metrics to weigh. */
  public static BenchPack wanting(WantedMetric... objectives) {
    BenchPack pack = pack();
    return new BenchPack(
        pack.version(),
        pack.name(),
        pack.domain(),
        pack.description(),
        pack.knobs(),
        pack.constraints(),
        pack.configuration(),
        pack.editable(),
        pack.build(),
        pack.bench(),
        pack.scenarios(),
        pack.metrics(),
        pack.output(),
        pack.limits(),
        pack.gates(),
        pack.service(),
        pack.canary(),
        pack.budget(),
        List.of(objectives),
        null);
  }

  /** The same pack with another output. */
  public static BenchPack producing(BenchPack.Output output) {
    BenchPack pack = pack();
    return new BenchPack(
        pack.version(),
        pack.name(),
        pack.domain(),
        pack.description(),
        pack.knobs(),
        pack.constraints(),
        pack.configuration(),
        pack.editable(),
        pack.build(),
        pack.bench(),
        pack.scenarios(),
        pack.metrics(),
        output,
        pack.limits(),
        pack.gates(),
        pack.service(),
        pack.canary(),
        pack.budget());
  }

  /** The same pack with a soak. */
  public static BenchPack soaking(Soak soak) {
    return with(pack().gates(), pack().metrics(), soak);
  }

  /** The same pack with other thresholds and metrics. */
  public static BenchPack with(
      BenchPack.Thresholds gates, List<Metric> metrics, @Nullable Soak soak) {
    BenchPack pack = pack();
    return new BenchPack(
        pack.version(),
        pack.name(),
        pack.domain(),
        pack.description(),
        pack.knobs(),
        pack.constraints(),
        pack.configuration(),
        pack.editable(),
        pack.build(),
        pack.bench(),
        pack.scenarios(),
        metrics,
        pack.output(),
        pack.limits(),
        gates,
        pack.service(),
        pack.canary(),
        pack.budget(),
        null,
        soak);
  }

  /** A soak of 8 h as a pack has it by default. */
  public static Soak soak() {
    return new Soak(
        List.of("build/toy", "soak", "{seed}"), 8, 30, Soak.Memory.RSS, 0.1, 0.5, null, 1, null);
  }

  /** A configuration of that pack. */
  public static Configuration tile(int value) {
    return new Configuration(new TreeMap<>(Map.of("TILE", String.valueOf(value))));
  }

  /** A request for a campaign on that pack. */
  public static CampaignRequest request(int evaluations) {
    return new CampaignRequest(
        SOURCE, pack(), tile(1), evaluations, 5, CampaignPolicy.STANDARD, "tester", null);
  }

  /** Proposes the given tiles in order, whatever comes of them. */
  public static Function<String, Strategy> scripted(int... tiles) {
    return name -> new Scripted(tiles);
  }

  /** A space in which every tile is feasible. */
  public static SearchSpaces anything() {
    return pack ->
        new ListedSpace(
            List.of(new Parameter.Ordinal("TILE", List.of("1", "2", "3", "4", "5"))),
            LongStream.range(0, 5).mapToObj(Point::of).toList());
  }

  private record Scripted(int... tiles) implements Strategy {
    @Override
    public String name() {
      return "scripted";
    }

    @Override
    public Optional<Suggestion> suggest(History history, RandomGenerator random) {
      return Arrays.stream(tiles)
          .mapToObj(tile -> history.space().point(tile(tile).values()))
          .filter(point -> !history.isKnown(point))
          .findFirst()
          .map(point -> new Suggestion(point, name(), "as written"));
    }

    @Override
    public void observe(Trial trial, History history, RandomGenerator random) {}
  }
}
