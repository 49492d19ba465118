/** What the runtime needs from outside: executor, store, emitter, seeds and ids. */
@NullMarked
package dev.evolve.loop.port;

import org.jspecify.annotations.NullMarked;
