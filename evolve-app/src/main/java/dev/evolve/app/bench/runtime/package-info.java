/** What the loop runtime itself costs: per step, per loop, per snapshot, per batch. */
@NullMarked
package dev.evolve.app.bench.runtime;

import org.jspecify.annotations.NullMarked;
