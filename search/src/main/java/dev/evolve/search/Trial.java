package dev.evolve.search;

import dev.evolve.search.space.Point;

/**
 * A point that was measured.
 *
 * @param point where
 * @param outcome what came of it
 * @param cost what it cost
 * @param strategy who proposed it
 */
public record Trial(Point point, Outcome outcome, Cost cost, String strategy) {}
