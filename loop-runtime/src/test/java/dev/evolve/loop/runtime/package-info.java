/** Tests of the runtime. */
@NullMarked
package dev.evolve.loop.runtime;

import org.jspecify.annotations.NullMarked;
