@NullMarked
package dev.evolve.serving.decode;

import org.jspecify.annotations.NullMarked;
