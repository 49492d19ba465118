/** Computed outputs, right and wrong, put before the determinism gate as files. */
@NullMarked
package dev.evolve.app.bench.gates.outputs;

import org.jspecify.annotations.NullMarked;
