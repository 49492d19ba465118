/** The arithmetic under the serving loops: matrix products and the like, on native memory. */
@NullMarked
package dev.evolve.serving.kernel;

import org.jspecify.annotations.NullMarked;
