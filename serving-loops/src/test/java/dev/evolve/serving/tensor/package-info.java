@NullMarked
package dev.evolve.serving.tensor;

import org.jspecify.annotations.NullMarked;
