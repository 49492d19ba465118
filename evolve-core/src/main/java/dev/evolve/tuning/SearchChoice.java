package dev.evolve.tuning;

/**
 * How a configuration came to be tried.
 *
 * @param number of the proposal in its search, from 0
 * @param strategy who chose it; a portfolio names its member
 * @param reason why, a sentence for people
 */
public record SearchChoice(long number, String strategy, String reason) {}
