package dev.evolve.rollout;

import dev.evolve.verdict.Evidence;
import java.util.List;

/**
 * A canary's stages and what the judge says of them.
 *
 * @param stages what ran so far
 * @param verdict what the judge says
 * @param summary one sentence
 * @param evidence p95, p99, errors: what was found and what was wanted
 */
public record CanaryReport(
    List<CanaryStageReport> stages,
    CanaryVerdict verdict,
    String summary,
    List<Evidence> evidence) {

  public CanaryReport {
    stages = List.copyOf(stages);
    evidence = List.copyOf(evidence);
  }
}
