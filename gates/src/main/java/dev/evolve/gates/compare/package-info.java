/**
 * Judges two revisions by the result files of their benchmarks: the layout first, then every
 * benchmark and metric. Pure: files and options in, a report out.
 */
@NullMarked
package dev.evolve.gates.compare;

import org.jspecify.annotations.NullMarked;
