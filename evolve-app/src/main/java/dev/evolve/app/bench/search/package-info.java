/** The bench of the search: its score, reach, own time and repeatability on measured spaces. */
@NullMarked
package dev.evolve.app.bench.search;

import org.jspecify.annotations.NullMarked;
