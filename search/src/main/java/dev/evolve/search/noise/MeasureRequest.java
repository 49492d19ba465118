package dev.evolve.search.noise;

import dev.evolve.search.space.Point;

/**
 * Samples to take next.
 *
 * @param number from 0, in the order of asking
 * @param point where
 * @param scenario which of the scenarios, from 0
 * @param samples how many, at least 1
 * @param isBuild true if the point was never built before in this search
 * @param purpose what for
 * @param reason why, a sentence for people
 */
public record MeasureRequest(
    long number,
    Point point,
    int scenario,
    int samples,
    boolean isBuild,
    Purpose purpose,
    String reason) {}
