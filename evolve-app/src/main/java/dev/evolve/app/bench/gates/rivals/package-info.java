/** The decision rules of other tools, written from their documentation, to be measured beside. */
@NullMarked
package dev.evolve.app.bench.gates.rivals;

import org.jspecify.annotations.NullMarked;
