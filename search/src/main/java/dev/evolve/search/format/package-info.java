/**
 * Files of other tuners, read and written as text: Kernel Tuner's cache files, and the T1 and T4
 * files of the FAIR auto-tuning benchmarks. Nothing here opens a file; what is wrong with one is
 * said with its line and column.
 */
@NullMarked
package dev.evolve.search.format;

import org.jspecify.annotations.NullMarked;
