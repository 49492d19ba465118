package dev.evolve.rollout;

import dev.evolve.verdict.Evidence;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A canary's stages and what the judge says of them.
 *
 * @param stages what ran so far
 * @param verdict what the judge says
 * @param summary one sentence
 * @param evidence p95, p99, errors: what was found and what was wanted
 * @param subject what the traffic went to; null as a judge gives it, which sees stages only
 */
public record CanaryReport(
    List<CanaryStageReport> stages,
    CanaryVerdict verdict,
    String summary,
    List<Evidence> evidence,
    @Nullable Subject subject) {

  public CanaryReport {
    stages = List.copyOf(stages);
    evidence = List.copyOf(evidence);
  }

  /** A report that says of nothing in particular what it says. */
  public CanaryReport(
      List<CanaryStageReport> stages,
      CanaryVerdict verdict,
      String summary,
      List<Evidence> evidence) {
    this(stages, verdict, summary, evidence, null);
  }

  /** The same of a subject. */
  public CanaryReport of(Subject served) {
    return new CanaryReport(stages, verdict, summary, evidence, served);
  }

  /**
   * What served.
   *
   * @param proposalId the candidate
   * @param baselineSha256 artifact of the baseline
   * @param candidateSha256 artifact of the candidate
   */
  public record Subject(String proposalId, String baselineSha256, String candidateSha256) {}
}
