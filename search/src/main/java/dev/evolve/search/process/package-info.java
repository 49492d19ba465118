/**
 * A Gaussian process over the knobs of a space: what it expects of every point that was not
 * measured, how sure it is, and where the most is to be gained. Remembered results of other devices
 * may enter as features.
 */
@NullMarked
package dev.evolve.search.process;

import org.jspecify.annotations.NullMarked;
