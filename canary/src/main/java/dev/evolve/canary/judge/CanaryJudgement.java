package dev.evolve.canary.judge;

import dev.evolve.pack.BenchPack;
import dev.evolve.pack.BenchPack.Canary.Stage;
import dev.evolve.pack.BenchPack.Thresholds.CanaryTolerances;
import dev.evolve.rollout.CanaryJudge;
import dev.evolve.rollout.CanaryReport;
import dev.evolve.rollout.CanaryStageReport;
import dev.evolve.rollout.CanaryVerdict;
import dev.evolve.verdict.Evidence;
import dev.evolve.verdict.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Judges a canary by all its stages so far.
 *
 * <p>Arms are compared within stages only, and for typical latency within pieces of time.
 *
 * <p>REVERT needs proof of harm: a stage that could not be run, or an exact test that says the
 * candidate fails more, or is slower than the pack tolerates, in its tail or all in all. The chance
 * of a false revert is split evenly over the looks (one after each stage) and over the tests of a
 * look, so that looking early costs nothing of the promise. PROMOTE needs every stage, enough
 * answers of both arms, and estimates within the tolerances; a test that merely found nothing is
 * not enough. Data that is missing, one-sided or no data at all never promotes.
 */
public final class CanaryJudgement implements CanaryJudge {

  /** Errors, typical latency, p95, p99. */
  private static final int TESTS = 4;

  /** Answers in a piece of time, for typical latency. */
  private static final int BLOCK = 40;

  private final JudgeSettings settings;

  public CanaryJudgement(JudgeSettings settings) {
    this.settings = settings;
  }

  @Override
  public CanaryReport judge(BenchPack pack, List<CanaryStageReport> stages) {
    return judge(pack.canary().stages(), pack.gates().canary(), stages);
  }

  /** The same for stages and tolerances that need not come from a pack. */
  public CanaryReport judge(
      List<Stage> planned, CanaryTolerances tolerances, List<CanaryStageReport> stages) {
    for (CanaryStageReport stage : stages) {
      if (!stage.problem().isBlank()) {
        return problem(stages, stage);
      }
    }
    String flaw =
        isUsable(tolerances) ? StageData.flaw(planned, stages) : "tolerances must not be negative";
    if (flaw != null) {
      return flawed(stages, flaw);
    }
    double alpha = settings.falseRevertRate() / (planned.size() * TESTS);
    List<Evidence> evidence = evidence(tolerances, stages, alpha);
    return conclude(planned.size(), stages, evidence);
  }

  private static boolean isUsable(CanaryTolerances tolerances) {
    return tolerances.p95Tolerance() >= 0
        && tolerances.p99Tolerance() >= 0
        && tolerances.maximumErrorRate() >= 0
        && tolerances.maximumErrorRate() < 1;
  }

  private static CanaryReport problem(List<CanaryStageReport> stages, CanaryStageReport stage) {
    String summary = "stage " + stage.stage() + " could not be run: " + stage.problem();
    Evidence evidence =
        new Evidence(
            "stage-" + stage.stage(), Verdict.FAIL, stage.problem(), "a stage that runs", "");
    return new CanaryReport(stages, CanaryVerdict.REVERT, summary, List.of(evidence));
  }

  private static CanaryReport flawed(List<CanaryStageReport> stages, String flaw) {
    Evidence evidence =
        new Evidence(
            "data",
            Verdict.INCONCLUSIVE,
            flaw,
            "every planned request answered or failed, with its latency, in both arms",
            "Nothing can be said about a canary without complete data; run it again.");
    return new CanaryReport(
        stages,
        CanaryVerdict.INCONCLUSIVE,
        "the data cannot be judged: " + flaw,
        List.of(evidence));
  }

  private List<Evidence> evidence(
      CanaryTolerances tolerances, List<CanaryStageReport> stages, double alpha) {
    ErrorTest errors = new ErrorTest(stages.stream().map(StageData::counts).toList());
    List<Evidence> evidence = new ArrayList<>();
    evidence.add(requests(errors));
    evidence.add(errors(errors, tolerances.maximumErrorRate(), alpha));
    if (stages.stream().anyMatch(stage -> !StageData.whole(stage).isEmpty())) {
      evidence.add(typical(stages, tolerances.p95Tolerance(), alpha));
      evidence.add(tail("p95", stages, 0.95, tolerances.p95Tolerance(), alpha));
      evidence.add(tail("p99", stages, 0.99, tolerances.p99Tolerance(), alpha));
    }
    return evidence;
  }

  private Evidence requests(ErrorTest errors) {
    long baseline = errors.baselineRequests() - errors.baselineErrors();
    long candidate = errors.candidateRequests() - errors.candidateErrors();
    boolean enough = Math.min(baseline, candidate) >= settings.minimumRequests();
    return new Evidence(
        "requests",
        enough ? Verdict.PASS : Verdict.INCONCLUSIVE,
        "answers: baseline %d, candidate %d".formatted(baseline, candidate),
        "at least %d of each".formatted(settings.minimumRequests()),
        enough ? "" : "With fewer answers the slow ones cannot be told from bad luck.");
  }

  private static Evidence errors(ErrorTest errors, double tolerated, double alpha) {
    double probability = errors.probabilityIfTolerable(tolerated);
    Verdict verdict =
        probability <= alpha
            ? Verdict.FAIL
            : errors.excess() <= tolerated ? Verdict.PASS : Verdict.INCONCLUSIVE;
    return new Evidence(
        "errors",
        verdict,
        format(
            "baseline %d of %d, candidate %d of %d",
            errors.baselineErrors(),
            errors.baselineRequests(),
            errors.candidateErrors(),
            errors.candidateRequests()),
        format("at most %.2f %% beyond the baseline", tolerated * 100),
        format("exact test, p = %.2g, harm at p <= %.2g", probability, alpha));
  }

  private static List<Stratum> blocks(List<CanaryStageReport> stages, int size) {
    return stages.stream().flatMap(stage -> StageData.blocks(stage, size).stream()).toList();
  }

  private static Evidence typical(List<CanaryStageReport> stages, double tolerance, double alpha) {
    RankTest test = new RankTest(blocks(stages, BLOCK));
    double probability = test.probabilityIfNoSlowerThan(1 + tolerance);
    return latency(
        "typical latency", "", test.estimate(), test.bounds(alpha), probability, tolerance, alpha);
  }

  private static Evidence tail(
      String name,
      List<CanaryStageReport> stages,
      double quantile,
      double tolerance,
      double alpha) {
    // Not in pieces of time: there a candidate that stalls now and then would look like any other.
    List<Stratum> whole = blocks(stages, Integer.MAX_VALUE);
    TailTest test = new TailTest(whole, quantile);
    double probability = test.probabilityIfNoSlowerThan(1 + tolerance);
    QuantileEstimate estimate = new QuantileEstimate(whole, quantile);
    String quantiles =
        format("baseline %.3f ms, candidate %.3f ms, ", estimate.baseline(), estimate.candidate());
    return latency(
        name, quantiles, test.estimate(), test.bounds(alpha), probability, tolerance, alpha);
  }

  private static Evidence latency(
      String name,
      String quantiles,
      double estimate,
      RatioBounds bounds,
      double probability,
      double tolerance,
      double alpha) {
    Verdict verdict =
        probability <= alpha
            ? Verdict.FAIL
            : estimate <= 1 + tolerance ? Verdict.PASS : Verdict.INCONCLUSIVE;
    return new Evidence(
        name,
        verdict,
        quantiles
            + format("ratio %.3f [%s, %s]", estimate, text(bounds.low()), text(bounds.high())),
        format("ratio at most %.3f", 1 + tolerance),
        format(
            "each bound holds with confidence %.3f %%; harm if the lower one is above the limit",
            (1 - alpha) * 100));
  }

  private static String text(double bound) {
    return bound == 0 || Double.isInfinite(bound) ? "unknown" : format("%.3f", bound);
  }

  private static CanaryReport conclude(
      int planned, List<CanaryStageReport> stages, List<Evidence> evidence) {
    Evidence harm = firstWith(Verdict.FAIL, evidence);
    if (harm != null) {
      return report(stages, CanaryVerdict.REVERT, "the candidate does harm", harm, evidence);
    }
    if (stages.size() < planned) {
      String summary =
          "nothing against the candidate after %d of %d stages".formatted(stages.size(), planned);
      return new CanaryReport(stages, CanaryVerdict.HOLD, summary, evidence);
    }
    Evidence doubt = firstWith(Verdict.INCONCLUSIVE, evidence);
    if (doubt != null || evidence.size() < 1 + TESTS) {
      Evidence why = doubt == null ? evidence.getLast() : doubt;
      return report(
          stages, CanaryVerdict.INCONCLUSIVE, "the canary does not decide", why, evidence);
    }
    String summary = "no worse than the tolerances allow, in every stage";
    return new CanaryReport(stages, CanaryVerdict.PROMOTE, summary, evidence);
  }

  private static @Nullable Evidence firstWith(Verdict verdict, List<Evidence> evidence) {
    return evidence.stream().filter(item -> item.verdict() == verdict).findFirst().orElse(null);
  }

  private static CanaryReport report(
      List<CanaryStageReport> stages,
      CanaryVerdict verdict,
      String summary,
      Evidence why,
      List<Evidence> evidence) {
    String reason =
        "%s: %s: %s, wanted %s".formatted(summary, why.name(), why.observed(), why.limit());
    return new CanaryReport(stages, verdict, reason, evidence);
  }

  private static String format(String pattern, Object... values) {
    return String.format(Locale.ROOT, pattern, values);
  }
}
