package dev.evolve.app.cli;

import dev.evolve.app.bench.BenchReport;
import dev.evolve.app.bench.BenchResult;
import dev.evolve.app.bench.BenchSetting;
import dev.evolve.app.bench.PacksBench;
import dev.evolve.app.bench.SelfBench;
import dev.evolve.app.bench.StartupBench;
import dev.evolve.app.bench.gates.GatesBench;
import dev.evolve.app.bench.runtime.RuntimeBench;
import dev.evolve.app.bench.search.SearchBench;
import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import dev.evolve.pack.HardwareProbe;
import dev.evolve.pack.HardwareProfile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code evolve bench NAME…}. */
@Command(
    name = "bench",
    description = {
      "Measure Evolve itself and print a table: value with its spread, goal, met or not, rival.",
      "Also writes target/bench/NAME.json, from which --report makes docs/benchmarks.md."
    },
    mixinStandardHelpOptions = true)
public final class BenchCommand implements Callable<Integer> {

  private static final List<SelfBench> BENCHES =
      List.of(
          new StartupBench(),
          new PacksBench(),
          new RuntimeBench(),
          new SearchBench(),
          new GatesBench());

  @Parameters(paramLabel = "NAME", arity = "0..*", description = "benches to run; see --list")
  private List<String> names = new ArrayList<>();

  @Option(names = "--list", description = "say which benches there are")
  private boolean list;

  @Option(names = "--quick", description = "fewer samples, wider bands")
  private boolean quick;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "read data sets from here instead of those that Evolve ships")
  private @Nullable Path data;

  @Option(
      names = "--only",
      paramLabel = "TEXT",
      description =
          "of the benches that have sections run those with this in their title (more than once"
              + " for several); what is kept of the others stays")
  private List<String> only = new ArrayList<>();

  @Option(names = "--report", description = "make docs/benchmarks.md from target/bench/*.json")
  private boolean report;

  @Override
  public Integer call() {
    if (list) {
      BENCHES.forEach(bench -> System.out.printf("%-10s %s%n", bench.name(), bench.description()));
      return 0;
    }
    Path source = Path.of(System.getProperty("evolve.source", ".")).toAbsolutePath().normalize();
    BenchReport reports = new BenchReport(source);
    if (report) {
      System.out.println("wrote " + reports.writeDocument());
      return 0;
    }
    List<SelfBench> wanted = names.stream().map(BenchCommand::find).toList();
    if (wanted.isEmpty()) {
      throw new EvolveException(
          ErrorCode.INVALID_REQUEST, "name a bench; ./evolve bench --list says which there are");
    }
    for (SelfBench bench : wanted) {
      if (!only.isEmpty() && !bench.hasSections()) {
        throw new EvolveException(
            ErrorCode.INVALID_REQUEST, "bench " + bench.name() + " has no sections; leave --only");
      }
    }
    BenchSetting setting =
        new BenchSetting(
            source, quick, System.getProperty("evolve.commit", "unknown"), machine(), data, only);
    boolean met = true;
    for (SelfBench bench : wanted) {
      List<BenchResult> results = bench.run(setting);
      met &=
          only.isEmpty()
              ? reports.publish(bench.name(), results, System.out)
              : reports.publishPart(bench.name(), results, System.out);
    }
    return met ? 0 : 1;
  }

  private static SelfBench find(String name) {
    return BENCHES.stream()
        .filter(bench -> bench.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new EvolveException(
                    ErrorCode.INVALID_REQUEST,
                    "no bench " + name + "; ./evolve bench --list says which there are"));
  }

  private static String machine() {
    HardwareProfile profile = HardwareProbe.ofThisMachine().get();
    return profile.cpuModel() + ", " + profile.cores() + " cores, " + profile.os();
  }
}
