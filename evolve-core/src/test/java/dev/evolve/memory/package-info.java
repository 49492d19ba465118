@NullMarked
package dev.evolve.memory;

import org.jspecify.annotations.NullMarked;
