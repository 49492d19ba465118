/** The statistics under the gates, usable as a library; each method names its source. */
@NullMarked
package dev.evolve.gates.statistics;

import org.jspecify.annotations.NullMarked;
