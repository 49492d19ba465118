package dev.evolve.search.explain;

/**
 * How much two parameters explain together beyond what each explains alone, as shares like those of
 * {@link ParameterImportance}.
 *
 * @param first name of one parameter
 * @param second name of the other
 * @param share over the feasible points; below 0 where a constraint makes both tell the same
 * @param product over all combinations of values; never below 0
 */
public record Interaction(String first, String second, Interval share, Interval product) {}
