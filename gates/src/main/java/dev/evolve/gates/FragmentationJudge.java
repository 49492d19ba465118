package dev.evolve.gates;

import dev.evolve.measure.Arm;
import dev.evolve.measure.BenchRun;
import dev.evolve.measure.Evaluation;
import dev.evolve.measure.MetricValue;
import dev.evolve.pack.BenchPack;
import dev.evolve.pack.Fragmentation;
import dev.evolve.pack.Scenario;
import dev.evolve.verdict.Evidence;
import dev.evolve.verdict.Verdict;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/**
 * Fragmentation, 1 − largest free block / free memory: the median over processes per scenario is
 * not above the baseline's by more than the pack's tolerance, or below it by the wanted gain.
 */
final class FragmentationJudge {

  private FragmentationJudge() {}

  static void judge(BenchPack pack, Evaluation confirmation, EvidenceList evidence) {
    pack.gates()
        .memory()
        .fragmentationIfAny()
        .ifPresent(
            wanted -> pack.scenarios().forEach(it -> judge(confirmation, it, wanted, evidence)));
  }

  private static void judge(
      Evaluation confirmation, Scenario scenario, Fragmentation wanted, EvidenceList evidence) {
    String name = scenario.name() + "/fragmentation";
    OptionalDouble baseline = median(confirmation, scenario, Arm.BASELINE, wanted);
    OptionalDouble candidate = median(confirmation, scenario, Arm.CANDIDATE, wanted);
    if (baseline.isEmpty() || candidate.isEmpty()) {
      evidence.invalid(
          name,
          "no usable " + wanted.free() + " and " + wanted.largestFree() + " of some process",
          "both above 0, the largest block at most the free memory, in one unit",
          "print both after the timed part of every run");
      return;
    }
    double limit =
        wanted.gain() > 0
            ? baseline.getAsDouble() * (1 - wanted.gain())
            : baseline.getAsDouble() + wanted.tolerance();
    boolean holds = candidate.getAsDouble() <= limit && !isEmptyGain(wanted, baseline);
    evidence.add(
        new Evidence(
            name,
            holds ? Verdict.PASS : Verdict.FAIL,
            String.format(
                Locale.ROOT,
                "%.4f (baseline %.4f)",
                candidate.getAsDouble(),
                baseline.getAsDouble()),
            String.format(
                Locale.ROOT,
                wanted.gain() > 0
                    ? "at most %.4f, the baseline's less %.0f %%"
                    : "at most %.4f, the baseline's + %.2g",
                limit,
                wanted.gain() > 0 ? 100 * wanted.gain() : wanted.tolerance()),
            holds ? "" : "less of the free memory lies in its largest block",
            new Evidence.Figures(
                candidate.getAsDouble(),
                null,
                null,
                limit,
                "1",
                MemoryGate.runs(confirmation, scenario, Arm.CANDIDATE).size())));
  }

  /** Nothing can be gained from a baseline without fragmentation. */
  private static boolean isEmptyGain(Fragmentation wanted, OptionalDouble baseline) {
    return wanted.gain() > 0 && baseline.orElse(0) <= 0;
  }

  /** Median fragmentation of an arm; empty if any of its processes has none. */
  private static OptionalDouble median(
      Evaluation confirmation, Scenario scenario, Arm arm, Fragmentation wanted) {
    List<BenchRun> runs = MemoryGate.runs(confirmation, scenario, arm);
    double[] values = runs.stream().mapToDouble(run -> of(run, wanted)).sorted().toArray();
    if (values.length == 0 || Arrays.stream(values).anyMatch(Double::isNaN)) {
      return OptionalDouble.empty();
    }
    return OptionalDouble.of((values[(values.length - 1) / 2] + values[values.length / 2]) / 2);
  }

  private static double of(BenchRun run, Fragmentation wanted) {
    MetricValue free = run.metrics().get(wanted.free());
    MetricValue largest = run.metrics().get(wanted.largestFree());
    if (free == null || largest == null || !free.unit().equals(largest.unit())) {
      return Double.NaN;
    }
    boolean possible =
        Double.isFinite(free.value())
            && free.value() > 0
            && largest.value() > 0
            && largest.value() <= free.value();
    return possible ? 1 - largest.value() / free.value() : Double.NaN;
  }
}
