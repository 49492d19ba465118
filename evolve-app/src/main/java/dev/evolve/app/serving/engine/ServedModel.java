package dev.evolve.app.serving.engine;

/**
 * What a server serves.
 *
 * @param id name that requests carry
 * @param weightsVersion version of the weights; equal versions give equal tokens
 * @param contextTokens most tokens of a prompt and its completion together
 * @param created when the weights were made, seconds since 1970
 * @param tokenizer from text to tokens
 */
public record ServedModel(
    String id, String weightsVersion, int contextTokens, long created, Tokenizer tokenizer) {}
