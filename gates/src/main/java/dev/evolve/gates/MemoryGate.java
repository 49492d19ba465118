package dev.evolve.gates;

import dev.evolve.gate.Gate;
import dev.evolve.gate.GateInput;
import dev.evolve.measure.Arm;
import dev.evolve.measure.BenchRun;
import dev.evolve.measure.Evaluation;
import dev.evolve.pack.Scenario;
import dev.evolve.verdict.Evidence;
import dev.evolve.verdict.GateFinding;
import dev.evolve.verdict.Verdict;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * Peak resident memory not above the baseline's: the median over processes per scenario, since a
 * single process varies by several per cent from run to run. Fragmentation and a soak beside it
 * where the pack declares them.
 */
final class MemoryGate implements Gate {

  private static final double MIB = 1024 * 1024;

  @Override
  public String name() {
    return "memory";
  }

  @Override
  public Moment moment() {
    return Moment.AFTER_EVALUATION;
  }

  @Override
  public Set<Input> inputs() {
    return Set.of(Input.CONFIRMATION);
  }

  @Override
  public GateFinding judge(GateInput input) {
    EvidenceList evidence = new EvidenceList();
    Optional<Evaluation> confirmation = Layout.check(input, evidence);
    if (confirmation.isPresent()) {
      double tolerance = input.pack().gates().memory().peakRssTolerance();
      for (Scenario scenario : input.pack().scenarios()) {
        judge(confirmation.get(), scenario, tolerance, evidence);
      }
      FragmentationJudge.judge(input.pack(), confirmation.get(), evidence);
      SoakJudge.judge(input.pack(), confirmation.get(), evidence);
    }
    return GateFinding.of(name(), evidence.summary(good(input)), evidence.items(), List.of());
  }

  private static String good(GateInput input) {
    return "peak resident memory is not above the baseline's"
        + (input.pack().gates().memory().fragmentation() == null
            ? ""
            : ", fragmentation is as wanted")
        + (input.pack().soak() == null ? "" : ", no leak in the soak");
  }

  private static void judge(
      Evaluation confirmation, Scenario scenario, double tolerance, EvidenceList evidence) {
    String name = scenario.name() + "/peak RSS";
    OptionalDouble baseline = median(confirmation, scenario, Arm.BASELINE);
    OptionalDouble candidate = median(confirmation, scenario, Arm.CANDIDATE);
    if (baseline.isEmpty() || candidate.isEmpty()) {
      evidence.undecided(
          name, "not readable on this machine", "the peak of every process", missing(confirmation));
      return;
    }
    double limit = baseline.getAsDouble() * (1 + tolerance);
    String wanted =
        String.format(
            Locale.ROOT,
            "at most %.2f MiB, the baseline's + %.0f %%",
            limit / MIB,
            100 * tolerance);
    String observed =
        String.format(
            Locale.ROOT,
            "%.2f MiB (baseline %.2f MiB)",
            candidate.getAsDouble() / MIB,
            baseline.getAsDouble() / MIB);
    evidence.add(
        new Evidence(
            name,
            candidate.getAsDouble() <= limit ? Verdict.PASS : Verdict.FAIL,
            observed,
            wanted,
            "",
            new Evidence.Figures(
                candidate.getAsDouble() / MIB,
                null,
                null,
                limit / MIB,
                "MiB",
                runs(confirmation, scenario, Arm.CANDIDATE).size())));
  }

  private static String missing(Evaluation confirmation) {
    String lacks = String.join("; ", confirmation.sandbox().missing());
    return "the sandbox "
        + confirmation.sandbox().technology()
        + " gave no peak for some process"
        + (lacks.isEmpty() ? "" : "; this machine lacks: " + lacks);
  }

  /** Median peak of an arm; empty if any process's peak is unknown. */
  private static OptionalDouble median(Evaluation confirmation, Scenario scenario, Arm arm) {
    List<BenchRun> runs = runs(confirmation, scenario, arm);
    if (runs.isEmpty() || runs.stream().anyMatch(run -> isUnknown(run))) {
      return OptionalDouble.empty();
    }
    long[] sorted = runs.stream().mapToLong(MemoryGate::peak).sorted().toArray();
    return OptionalDouble.of((sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2.0);
  }

  static List<BenchRun> runs(Evaluation confirmation, Scenario scenario, Arm arm) {
    return confirmation.runs().stream()
        .filter(run -> run.arm() == arm && run.scenario().equals(scenario.name()))
        .toList();
  }

  private static boolean isUnknown(BenchRun run) {
    return peak(run) <= 0;
  }

  private static long peak(BenchRun run) {
    Long peak = run.usage().peakRssBytes();
    return peak == null ? 0 : peak;
  }
}
