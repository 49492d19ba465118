package dev.evolve.search.explain;

/**
 * How much one parameter matters. All three are shares of the variance of the (logarithm of the)
 * value, the part that the model cannot explain included; intervals are 2.5 standard deviations of
 * the bootstrap bags to each side.
 *
 * @param parameter name; {@code name[item]} for the position of an item of a permutation
 * @param alone what the parameter explains by itself over the feasible points
 * @param product the same over all combinations of values, feasible or not: free of what the
 *     constraints tie together, but partly about points that do not exist
 * @param permuted what is lost on trials the model has not seen when the parameter's values are
 *     shuffled, halved: counts the parameter's part in interactions too
 */
public record ParameterImportance(
    String parameter, Interval alone, Interval product, Interval permuted) {}
