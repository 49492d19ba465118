/**
 * What a search found out, for people: which parameters matter and together with which, what makes
 * a point fail, what each strategy contributed, how the best fell and what random search would have
 * reached at the same cost, and why the next point is the next point.
 *
 * <p>{@link dev.evolve.search.explain.SearchReport#of(dev.evolve.search.History) SearchReport.of}
 * puts it all together; {@link dev.evolve.search.explain.Explainer} explains single points; {@link
 * dev.evolve.search.explain.KnobEffects} are the effects of values and pairs of values for a memory
 * to keep. Everything is a pure function of the trials and a seed.
 */
@NullMarked
package dev.evolve.search.explain;

import org.jspecify.annotations.NullMarked;
