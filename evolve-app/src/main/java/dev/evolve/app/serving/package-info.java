/**
 * {@code evolve serve}: the decoder behind an HTTP server, without a Spring context so that it is
 * ready at once.
 */
@NullMarked
package dev.evolve.app.serving;

import org.jspecify.annotations.NullMarked;
