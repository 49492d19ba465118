@NullMarked
package dev.evolve.serving.guidance;

import org.jspecify.annotations.NullMarked;
