package dev.evolve.search;

import dev.evolve.search.space.Point;

/**
 * A point to measure next.
 *
 * @param number from 0, in the order of asking
 * @param point where
 * @param strategy who chose it
 * @param reason why, a sentence for people
 */
public record Proposal(long number, Point point, String strategy, String reason) {}
