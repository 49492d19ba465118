package dev.evolve.gates;

import dev.evolve.measure.Accuracy;
import dev.evolve.measure.OutputRule;
import dev.evolve.measure.RepeatObservation;
import dev.evolve.pack.BenchPack.Output;
import dev.evolve.pack.BenchPack.Output.Dtype;
import dev.evolve.pack.Scenario;
import dev.evolve.verdict.Evidence;
import dev.evolve.verdict.Verdict;
import java.util.Locale;
import java.util.Optional;

/**
 * Holds the candidate's error against a reference in double precision to 1.1 times the baseline's,
 * on hostile values to ten times.
 *
 * <p>Of few elements the ratio of two errors is a matter of luck, so three standard errors of it
 * (3/√n) are allowed on top. An error below what sums in blocks of a few hundred cost (eight unit
 * round-offs; half a one for 16-bit types, whose results are rounded from wider sums) is no loss of
 * accuracy, whatever the baseline's is.
 */
final class AccuracyEvidence {

  private static final double RATIO = 1.1;

  /** On hostile values a few elements carry the error, so that its ratio says little. */
  private static final double HOSTILE_RATIO = 10;

  private static final double ROUNDOFFS = 8;
  private static final double NARROW_ROUNDOFFS = 0.5;

  /** A baseline whose arithmetic costs more is no measure of anything, unless on hostile values. */
  private static final double LARGEST_NOISE = 1e-3;

  private final Output output;

  AccuracyEvidence(Output output) {
    this.output = output;
  }

  void judge(
      Scenario scenario,
      Optional<RepeatObservation> baseline,
      Optional<RepeatObservation> candidate,
      double typicalNorm,
      EvidenceList evidence) {
    String name = scenario.name() + "/accuracy";
    Optional<Accuracy> before = figure(baseline);
    Optional<Accuracy> after = figure(candidate);
    boolean isHostile = scenario.role() == Scenario.Role.ADVERSARIAL;
    if (before.isEmpty() || after.isEmpty()) {
      evidence.undecided(
          name,
          problem(baseline, candidate),
          "both arms compared with the declared reference",
          "run the reference command by hand at the base commit with the seed of the repeats");
    } else if (before.get().elements() == 0 && isHostile) {
      evidence.pass(name, "no finite element to compare", "finite elements compared");
    } else if (before.get().elements() != after.get().elements() || before.get().elements() == 0) {
      evidence.fail(
          name,
          after.get().elements() + " finite elements",
          before.get().elements() + " as of the baseline",
          "look for overflow and for NaN that the reference does not have");
    } else if (before.get().noise() > LARGEST_NOISE && !isHostile) {
      evidence.invalid(
          name,
          String.format(Locale.ROOT, "the baseline is %.3g off", before.get().noise()),
          String.format(Locale.ROOT, "at most %.3g", LARGEST_NOISE),
          "reference and baseline do not compute the same; fix one of them");
    } else {
      double ratio = isHostile ? HOSTILE_RATIO : RATIO;
      evidence.add(compared(name, before.get(), after.get(), ratio, typicalNorm));
    }
  }

  private static Optional<Accuracy> figure(Optional<RepeatObservation> repeat) {
    return repeat
        .flatMap(found -> Optional.ofNullable(found.accuracy()))
        .filter(accuracy -> accuracy.problem().isEmpty());
  }

  private static String problem(
      Optional<RepeatObservation> baseline, Optional<RepeatObservation> candidate) {
    return baseline
        .flatMap(it -> Optional.ofNullable(it.accuracy()))
        .or(() -> candidate.flatMap(it -> Optional.ofNullable(it.accuracy())))
        .map(Accuracy::problem)
        .filter(text -> !text.isEmpty())
        .orElse("no reference");
  }

  private Evidence compared(
      String name, Accuracy before, Accuracy after, double ratio, double typicalNorm) {
    double share = typicalNorm > before.referenceNorm() ? before.referenceNorm() / typicalNorm : 1;
    double floor =
        floor(output.dtype()) * OutputRule.coarseness(output.dtype(), before.rootMeanSquare());
    double luck = 1 + 3 / Math.sqrt(before.elements());
    double allowed = Math.max(ratio * luck * before.error() * share, floor);
    double found = after.error() * share;
    boolean isHeld = found >= 0 && found <= allowed;
    return new Evidence(
        name,
        isHeld ? Verdict.PASS : Verdict.FAIL,
        String.format(
            Locale.ROOT,
            "error %.3g against the reference, the baseline's %.3g",
            found,
            before.error() * share),
        String.format(Locale.ROOT, "an error of at most %.3g", allowed),
        isHeld ? "" : "the candidate computes less accurately; look at the type it accumulates in",
        Double.isFinite(found) && Double.isFinite(allowed)
            ? new Evidence.Figures(found, null, null, allowed, "1", 1)
            : null);
  }

  private static double floor(Dtype dtype) {
    return switch (dtype) {
      case F16, BF16 -> NARROW_ROUNDOFFS * dtype.unitRoundoff();
      case F32, F64, I8, U8, I32, I64, BYTES -> ROUNDOFFS * dtype.unitRoundoff();
    };
  }
}
