@NullMarked
package dev.evolve.app.bench.gates.outputs;

import org.jspecify.annotations.NullMarked;
