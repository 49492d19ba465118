package dev.evolve.loop;

/**
 * Identity and version of what a loop runs: a served model, or the code that a campaign evolves.
 *
 * @param id name
 * @param version weights version or commit hash
 */
public record ModelRef(String id, String version) {}
