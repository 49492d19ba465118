@NullMarked
package dev.evolve.serving.denoise;

import org.jspecify.annotations.NullMarked;
