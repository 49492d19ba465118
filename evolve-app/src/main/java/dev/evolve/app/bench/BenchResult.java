package dev.evolve.app.bench;

import org.jspecify.annotations.Nullable;

/**
 * One figure of a benchmark of ourselves.
 *
 * @param metric what
 * @param value the figure
 * @param low lower end of its spread
 * @param high upper end of its spread
 * @param unit its unit
 * @param goal what it is held against, for people; empty for none
 * @param met whether the goal is met; null without one
 * @param rival who else was measured in the same run; empty for nobody
 * @param rivalValue the rival's figure; null for nobody
 * @param samples number of samples
 * @param command how to get it again
 * @param commit commit of Evolve
 * @param machine where
 */
public record BenchResult(
    String metric,
    double value,
    double low,
    double high,
    String unit,
    String goal,
    @Nullable Boolean met,
    String rival,
    @Nullable Double rivalValue,
    int samples,
    String command,
    String commit,
    String machine) {}
