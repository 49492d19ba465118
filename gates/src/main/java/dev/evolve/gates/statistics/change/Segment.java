package dev.evolve.gates.statistics.change;

/**
 * A stretch of a history at one level.
 *
 * @param start first value, from 0
 * @param end one past the last
 * @param level median of its values
 */
public record Segment(int start, int end, double level) {}
