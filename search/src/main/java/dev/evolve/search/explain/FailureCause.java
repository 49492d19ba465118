package dev.evolve.search.explain;

/**
 * How much a parameter decides whether a point fails.
 *
 * @param parameter name
 * @param alone share of the variance of failing that it explains by itself over the feasible points
 */
public record FailureCause(String parameter, Interval alone) {}
