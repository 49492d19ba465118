package dev.evolve.gates.statistics.change;

/**
 * A place where the level of a history moved.
 *
 * @param index first value of the new level, from 0
 * @param shift new level over old, with bounds; estimated on the values that gave it away, so a
 *     little large for a change that is barely seen
 */
public record ChangePoint(int index, Shift shift) {}
