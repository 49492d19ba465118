/** The statistics that decide whether a canary goes on. */
@NullMarked
package dev.evolve.canary.judge;

import org.jspecify.annotations.NullMarked;
