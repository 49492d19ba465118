package dev.evolve.profile;

/**
 * What profiles compete for: one of them serves for each key.
 *
 * @param pack name of the pack
 * @param sku identity of the hardware
 * @param shape name of the shape
 */
public record ProfileKey(String pack, String sku, String shape) {}
