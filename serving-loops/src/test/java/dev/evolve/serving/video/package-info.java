@NullMarked
package dev.evolve.serving.video;

import org.jspecify.annotations.NullMarked;
