/**
 * Replaying strategies on measured spaces from the command line and the bench: files found and
 * read, runs spread over the cores, tables and pictures printed.
 */
@NullMarked
package dev.evolve.app.replay;

import org.jspecify.annotations.NullMarked;
