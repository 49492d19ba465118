/** Guidance as policies over one forward: which branches run, and how they are combined. */
@NullMarked
package dev.evolve.serving.guidance;

import org.jspecify.annotations.NullMarked;
