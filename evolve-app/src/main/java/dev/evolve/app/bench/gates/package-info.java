/** The benchmark of the gates and the statistics under them, beside the rules of other tools. */
@NullMarked
package dev.evolve.app.bench.gates;

import org.jspecify.annotations.NullMarked;
