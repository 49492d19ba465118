package dev.evolve.gates.compatible;

/**
 * A change that one of the reproduced rules reports.
 *
 * @param index position of the first value of the new level, from 0
 * @param relative mean after it over mean before it, less one
 */
public record CompatibleChange(int index, double relative) {}
