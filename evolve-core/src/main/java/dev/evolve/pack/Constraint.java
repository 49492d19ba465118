package dev.evolve.pack;

/**
 * What must hold among the knobs of a configuration.
 *
 * @param expression a CEL expression over the knobs that gives a boolean
 * @param reason why, for people
 */
public record Constraint(String expression, String reason) {}
