@NullMarked
package dev.evolve.serving.kernel;

import org.jspecify.annotations.NullMarked;
