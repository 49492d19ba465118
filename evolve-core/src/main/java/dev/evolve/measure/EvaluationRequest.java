package dev.evolve.measure;

import dev.evolve.pack.BenchPack;
import dev.evolve.pack.PackSource;
import dev.evolve.proposal.Changeset;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What is to be measured.
 *
 * @param evaluationId identity of the evaluation; also names its work directories
 * @param proposalId the candidate
 * @param source where the code is
 * @param pack the pack at that commit
 * @param changeset what the candidate changes
 * @param phase which scenarios, and what for
 * @param rounds how often each arm runs on each scenario, at most
 * @param confirmations how many candidates the error rate of the gates is shared by, so that a
 *     confirmation may end as soon as its answer is known; 0 to run every round
 * @param noise standard deviation of the logarithm of a pair's ratio, as far as it is known from
 *     earlier runs; null if it is not
 * @param measuredBinaries by {@link BuildRecord#artifactsSha256} the proposal that was measured
 *     with it: a candidate that builds to one of them or to the baseline's binary is not measured
 *     again; null to measure whatever it builds to
 */
public record EvaluationRequest(
    String evaluationId,
    String proposalId,
    PackSource source,
    BenchPack pack,
    Changeset changeset,
    Evaluation.Phase phase,
    int rounds,
    int confirmations,
    @Nullable Double noise,
    @Nullable SortedMap<String, String> measuredBinaries) {

  public EvaluationRequest {
    measuredBinaries =
        measuredBinaries == null
            ? null
            : Collections.unmodifiableSortedMap(new TreeMap<>(measuredBinaries));
  }

  /** A request to run every round and to measure whatever the candidate builds to. */
  public EvaluationRequest(
      String evaluationId,
      String proposalId,
      PackSource source,
      BenchPack pack,
      Changeset changeset,
      Evaluation.Phase phase,
      int rounds) {
    this(evaluationId, proposalId, source, pack, changeset, phase, rounds, 0, null, null);
  }

  /** Who was measured with the candidate's binary already: a proposal or the baseline. */
  public Optional<String> twin(BuildRecord baseline, BuildRecord candidate) {
    if (measuredBinaries == null) {
      return Optional.empty();
    }
    return candidate.artifacts().equals(baseline.artifacts())
        ? Optional.of(Evaluation.NotMeasured.BASELINE)
        : Optional.ofNullable(measuredBinaries.get(candidate.artifactsSha256()));
  }
}
