/**
 * The best known configuration of each pack on each hardware for each shape: what became one and
 * why, what serves, what no longer does, and how a build takes it.
 */
@NullMarked
package dev.evolve.profile;

import org.jspecify.annotations.NullMarked;
