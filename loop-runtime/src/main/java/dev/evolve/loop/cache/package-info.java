/**
 * What steps keep for one another: values under keys that name whatever can change them, in classes
 * with budgets of their own, and slots that move between pools by copy.
 *
 * <p>Everything here is thread-safe; executors call it from their own threads.
 */
@NullMarked
package dev.evolve.loop.cache;

import org.jspecify.annotations.NullMarked;
