/** Wires the modules together: what the service is made of, and in which order it starts. */
@NullMarked
package dev.evolve.app.engine;

import org.jspecify.annotations.NullMarked;
