package dev.evolve.search;

import dev.evolve.search.space.Point;

/**
 * What a strategy would measure next.
 *
 * @param point feasible, neither measured nor pending
 * @param strategy who suggests it; a portfolio names its member
 * @param reason why, a sentence for people
 */
public record Suggestion(Point point, String strategy, String reason) {}
