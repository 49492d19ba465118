/**
 * Tuning without the service: a space, a command of the user's own that is run for every
 * configuration, a journal from which a stopped tuning goes on, and results as files of other
 * tuners.
 */
@NullMarked
package dev.evolve.app.tune;

import org.jspecify.annotations.NullMarked;
