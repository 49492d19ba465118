package dev.evolve.gates;

import dev.evolve.gates.statistics.trend.Leak;
import dev.evolve.gates.statistics.trend.LeakRate;
import dev.evolve.gates.statistics.trend.LeakRule;
import dev.evolve.gates.statistics.trend.SoakCurve;
import dev.evolve.gates.statistics.trend.SoakPlan;
import dev.evolve.measure.Arm;
import dev.evolve.measure.Evaluation;
import dev.evolve.measure.SoakObservation;
import dev.evolve.pack.BenchPack;
import dev.evolve.pack.Soak;
import dev.evolve.verdict.Evidence;
import dev.evolve.verdict.Verdict;
import java.util.Locale;
import java.util.Optional;

/**
 * Whether the candidate leaks in a soak beside its baseline on the same work: FAIL if the lower
 * bound of its growth beyond the baseline's is above the limit, PASS if the upper bound excludes a
 * leak of the rate that the pack wants excluded, INCONCLUSIVE between. A soak that was cut short,
 * has gaps, or did other work in one arm is INVALID; one that is compressed is too, unless half the
 * pace gave the same growth for the same work.
 */
final class SoakJudge {

  private static final LeakRule RULE = LeakRule.DEFAULT;

  /** A soak may be that much shorter than declared: its last sample is not at its very end. */
  private static final double LEAST_LENGTH = 0.97;

  /** Arms that do the same work differ by less than that share of it. */
  private static final double SAME_WORK = 0.02;

  private static final double MILLION = 1e6;
  private static final String NAME = "soak";

  private final Soak soak;
  private final Evaluation evaluation;
  private final EvidenceList evidence;

  private SoakJudge(Soak soak, Evaluation evaluation, EvidenceList evidence) {
    this.soak = soak;
    this.evaluation = evaluation;
    this.evidence = evidence;
  }

  static void judge(BenchPack pack, Evaluation evaluation, EvidenceList evidence) {
    pack.soakIfAny().ifPresent(soak -> new SoakJudge(soak, evaluation, evidence).judge());
  }

  private void judge() {
    String wanted = String.format(Locale.ROOT, "%.4g h of both arms at one pace", soak.hours());
    if (evaluation.soaksIfAny().isEmpty()) {
      evidence.undecided(NAME, "none", wanted, plan());
      return;
    }
    Optional<Pair> judged = pair(soak.compression());
    if (judged.isEmpty()) {
      return;
    }
    Pair pair = judged.get();
    Leak leak = Leak.of(pair.baseline, pair.candidate, RULE);
    if (soak.compression() > 1 && !isProven(pair)) {
      return;
    }
    leak("soak/growth per hour", leak.per(soak.hours()), hourly(), "%/h", pair);
    soak.perMillionIfAny()
        .ifPresent(
            limit ->
                leak(
                    "soak/growth per million units of work",
                    leak.per(pair.baseline.workDone() / MILLION),
                    new Limits(limit, limit * detectableFactor()),
                    "%/M",
                    pair));
  }

  /** What it will be able to say, before it runs. */
  private String plan() {
    return String.format(
        Locale.ROOT,
        "it runs once everything else passes; growth above %.4g %%/h will fail, a pass will exclude"
            + " %.4g %%/h, and with floors that vary by %.2g %% of the level leaks of %.4g %%/h"
            + " will be found in %.0f %% of soaks",
        soak.leakPercentPerHour(),
        soak.detectablePercentPerHour(),
        100 * SoakPlan.USUAL_NOISE,
        soak.leakPercentPerHour()
            + SoakPlan.detectablePercentPerHour(soak.hours(), SoakPlan.USUAL_NOISE),
        100 * RULE.power());
  }

  private Limits hourly() {
    return new Limits(soak.leakPercentPerHour(), soak.detectablePercentPerHour());
  }

  private double detectableFactor() {
    return soak.leakPercentPerHour() > 0
        ? soak.detectablePercentPerHour() / soak.leakPercentPerHour()
        : Soak.DETECTABLE;
  }

  private void leak(String name, LeakRate rate, Limits limits, String unit, Pair pair) {
    Verdict verdict =
        rate.isAbove(limits.leak)
            ? Verdict.FAIL
            : rate.excludes(limits.excluded) ? Verdict.PASS : Verdict.INCONCLUSIVE;
    evidence.add(
        new Evidence(
            name,
            verdict,
            String.format(
                Locale.ROOT,
                "%.4g %s of the baseline's level [%.4g, %.4g]",
                rate.value(),
                unit,
                rate.low(),
                rate.high()),
            String.format(
                Locale.ROOT,
                "lower bound at most %.4g %s, upper bound at most %.4g %s",
                limits.leak,
                unit,
                limits.excluded,
                unit),
            detail(verdict, limits.leak + rate.detectable(), unit, pair),
            new Evidence.Figures(
                rate.value(), rate.low(), rate.high(), limits.leak, unit, RULE.bins())));
  }

  private String detail(Verdict verdict, double detectable, String unit, Pair pair) {
    String stated =
        String.format(
            Locale.ROOT,
            "minimum detectable leak %.4g %s; %d and %d samples%s",
            detectable,
            unit,
            pair.baseline.size(),
            pair.candidate.size(),
            soak.shorter() == null ? "" : "; shorter than 8 h: " + soak.shorter());
    return switch (verdict) {
      case FAIL -> stated + "; look for what the candidate keeps of every unit of work";
      case INCONCLUSIVE -> stated + "; declare a longer soak, its bounds narrow with its length";
      case PASS, INVALID -> stated;
    };
  }

  /** Both arms at a pace; empty if they carry no verdict, which is in the evidence then. */
  private Optional<Pair> pair(double pace) {
    Optional<SoakCurve> baseline = curve(Arm.BASELINE, pace);
    Optional<SoakCurve> candidate = curve(Arm.CANDIDATE, pace);
    if (baseline.isEmpty() || candidate.isEmpty()) {
      return Optional.empty();
    }
    Pair pair = new Pair(baseline.get(), candidate.get());
    Optional<String> problem = Leak.problem(pair.baseline, pair.candidate, RULE);
    problem.ifPresent(
        why -> evidence.invalid(NAME, why, "two curves of the same time", "run the soak again"));
    return problem.isEmpty() && isSameWork(pair, pace) ? Optional.of(pair) : Optional.empty();
  }

  private Optional<SoakCurve> curve(Arm arm, double pace) {
    var found =
        evaluation.soaksIfAny().stream()
            .filter(it -> it.arm() == arm && it.pace() == pace)
            .toList();
    String name = name(arm, pace);
    if (found.size() != 1) {
      evidence.invalid(name, found.size() + " soaks", "one", "run the confirmation again");
      return Optional.empty();
    }
    SoakObservation observed = found.getFirst();
    if (observed.status() != SoakObservation.Status.OK) {
      ended(name, observed);
      return Optional.empty();
    }
    SoakCurve curve = curve(observed);
    Optional<String> problem =
        curve
            .problem(Math.max(RULE.minimumSamples(), soak.samples() / 2))
            .or(() -> tooShort(curve, pace));
    problem.ifPresent(
        why ->
            evidence.invalid(
                name, why, "an unbroken curve of the declared length", "run the soak again"));
    return problem.isPresent() ? Optional.empty() : Optional.of(curve);
  }

  /** A candidate that breaks down in a soak fails; a baseline that does carries no verdict. */
  private void ended(String name, SoakObservation observed) {
    String found =
        observed.status()
            + " after "
            + observed.samples().size()
            + " samples: "
            + observed.detail();
    boolean isToBlame =
        observed.arm() == Arm.CANDIDATE && observed.status() != SoakObservation.Status.STOPPED;
    if (isToBlame) {
      evidence.fail(name, found, "runs until it is ended", "");
    } else {
      evidence.invalid(name, found, "runs until it is ended", "run the soak command by hand");
    }
  }

  private Optional<String> tooShort(SoakCurve curve, double pace) {
    double wanted = soak.hours() / pace;
    return curve.hours() < LEAST_LENGTH * wanted
        ? Optional.of("%.4g h; %.4g h were wanted".formatted(curve.hours(), wanted))
        : Optional.empty();
  }

  private boolean isSameWork(Pair pair, double pace) {
    double baseline = pair.baseline.workDone();
    double candidate = pair.candidate.workDone();
    long seeds =
        evaluation.soaksIfAny().stream()
            .filter(it -> it.pace() == pace)
            .map(SoakObservation::seed)
            .distinct()
            .count();
    boolean same = seeds == 1 && Math.abs(candidate - baseline) <= SAME_WORK * baseline;
    if (!same) {
      evidence.invalid(
          "soak/work",
          String.format(
              Locale.ROOT, "%.6g units (baseline %.6g), %d seeds", candidate, baseline, seeds),
          "the same work from one seed in both arms, within 2 %",
          "let the soak command work at a set pace that both arms can hold");
    }
    return same;
  }

  /** The same work at half the pace gives the same growth: work, not time, drives memory. */
  private boolean isProven(Pair fast) {
    Optional<Pair> half = pair(soak.compression() / 2.0);
    if (half.isEmpty()) {
      return false;
    }
    boolean baseline = isProven(Arm.BASELINE, half.get().baseline, fast.baseline);
    boolean candidate = isProven(Arm.CANDIDATE, half.get().candidate, fast.candidate);
    return baseline && candidate;
  }

  private boolean isProven(Arm arm, SoakCurve slow, SoakCurve fast) {
    String name = name(arm, soak.compression()) + "/compression";
    if (Math.abs(slow.workDone() - fast.workDone()) > SAME_WORK * fast.workDone()) {
      evidence.invalid(
          name,
          String.format(
              Locale.ROOT, "%.6g and %.6g units of work", slow.workDone(), fast.workDone()),
          "the same work at both paces within 2 %",
          "let {pace} set the pace of the work and nothing else");
      return false;
    }
    LeakRate difference = Leak.of(halved(slow), fast, RULE).per(soak.hours());
    double bound = soak.detectablePercentPerHour();
    boolean proven = difference.high() <= bound && difference.low() >= -bound;
    evidence.add(
        new Evidence(
            name,
            proven ? Verdict.PASS : Verdict.INVALID,
            String.format(
                Locale.ROOT,
                "the growth of the same work differs by %.4g %%/h [%.4g, %.4g] between two paces",
                difference.value(),
                difference.low(),
                difference.high()),
            String.format(Locale.ROOT, "within ±%.4g %%/h", bound),
            proven ? "" : "it is not shown that work, not time, drives memory: do not compress",
            new Evidence.Figures(
                difference.value(),
                difference.low(),
                difference.high(),
                bound,
                "%/h",
                RULE.bins())));
    return proven;
  }

  /** A curve at half the pace, on the clock of the full pace. */
  private static SoakCurve halved(SoakCurve slow) {
    double[] seconds = slow.seconds();
    for (int i = 0; i < seconds.length; i++) {
      seconds[i] /= 2;
    }
    return new SoakCurve(seconds, slow.memory(), slow.work());
  }

  private static SoakCurve curve(SoakObservation observed) {
    var samples = observed.samples();
    return new SoakCurve(
        samples.stream().mapToDouble(SoakObservation.Sample::atSeconds).toArray(),
        samples.stream().mapToDouble(SoakObservation.Sample::memoryBytes).toArray(),
        samples.stream().mapToDouble(SoakObservation.Sample::work).toArray());
  }

  private static String name(Arm arm, double pace) {
    return NAME
        + "/"
        + arm.name().toLowerCase(Locale.ROOT)
        + (pace == 1 ? "" : " at pace " + (pace == Math.rint(pace) ? "" + (long) pace : "" + pace));
  }

  private record Pair(SoakCurve baseline, SoakCurve candidate) {}

  /** Percent of the baseline's level per unit: what a leak is above, and what a pass excludes. */
  private record Limits(double leak, double excluded) {}
}
