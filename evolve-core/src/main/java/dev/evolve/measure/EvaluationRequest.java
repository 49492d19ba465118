package dev.evolve.measure;

import dev.evolve.pack.BenchPack;
import dev.evolve.pack.PackSource;
import dev.evolve.proposal.Changeset;

/**
 * What is to be measured.
 *
 * @param evaluationId identity of the evaluation; also names its work directories
 * @param proposalId the candidate
 * @param source where the code is
 * @param pack the pack at that commit
 * @param changeset what the candidate changes
 * @param phase which scenarios, and what for
 * @param rounds how often each arm runs on each scenario
 */
public record EvaluationRequest(
    String evaluationId,
    String proposalId,
    PackSource source,
    BenchPack pack,
    Changeset changeset,
    Evaluation.Phase phase,
    int rounds) {}
