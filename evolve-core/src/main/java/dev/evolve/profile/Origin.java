package dev.evolve.profile;

import dev.evolve.pack.BenchPack;
import dev.evolve.pack.PackSource;

/**
 * The code that a profile can be measured on again.
 *
 * @param source where it is: the commit that a campaign started from
 * @param pack the pack at that commit
 */
public record Origin(PackSource source, BenchPack pack) {}
