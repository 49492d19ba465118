/** The gates for use in CI: reads result files, runs two revisions, writes reports. */
@NullMarked
package dev.evolve.app.gate;

import org.jspecify.annotations.NullMarked;
