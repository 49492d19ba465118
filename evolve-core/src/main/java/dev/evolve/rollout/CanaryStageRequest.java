package dev.evolve.rollout;

import dev.evolve.pack.BenchPack;
import dev.evolve.pack.PackSource;

/**
 * One stage of a canary.
 *
 * @param canaryId identity of the canary, the same for all its stages
 * @param source where the code is; load and service files come from it
 * @param pack the pack
 * @param baselineSha256 the baseline's artifact in the store
 * @param candidateSha256 the candidate's artifact in the store
 * @param stage index of the stage, from 0
 * @param seed seed of the split
 */
public record CanaryStageRequest(
    String canaryId,
    PackSource source,
    BenchPack pack,
    String baselineSha256,
    String candidateSha256,
    int stage,
    long seed) {}
