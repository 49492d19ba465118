/** Searches held for others: commands on them and their recorded states. */
@NullMarked
package dev.evolve.app.searches;

import org.jspecify.annotations.NullMarked;
