/**
 * Benchmarks of Evolve itself; each writes what it measured as JSON, from which the docs are made.
 */
@NullMarked
package dev.evolve.app.bench;

import org.jspecify.annotations.NullMarked;
