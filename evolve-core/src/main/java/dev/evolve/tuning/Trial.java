package dev.evolve.tuning;

import dev.evolve.pack.Configuration;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a configuration that was tried.
 *
 * @param configuration what was tried
 * @param objectiveRatio candidate over baseline on the objective, in the direction where smaller is
 *     better; null if it failed
 */
public record Trial(Configuration configuration, @Nullable Double objectiveRatio) {}
