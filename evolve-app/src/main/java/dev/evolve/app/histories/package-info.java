/** Histories of one metric over commits: read, searched for changes, told and drawn. */
@NullMarked
package dev.evolve.app.histories;

import org.jspecify.annotations.NullMarked;
