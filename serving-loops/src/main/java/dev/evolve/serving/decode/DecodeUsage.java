package dev.evolve.serving.decode;

import dev.evolve.serving.kv.KvUsage;

/**
 * What a decode executor holds and has done since it began.
 *
 * @param kv the cache
 * @param passes passes through the model
 * @param steps steps answered in them; {@code steps / passes} is the mean executed batch
 * @param prefilledTokens prompt tokens computed; reused ones do not count
 * @param generatedTokens tokens found
 * @param draftedTokens tokens drafted
 * @param agreedTokens drafted tokens that were accepted
 */
public record DecodeUsage(
    KvUsage kv,
    long passes,
    long steps,
    long prefilledTokens,
    long generatedTokens,
    long draftedTokens,
    long agreedTokens) {}
