@NullMarked
package dev.evolve.impact;

import org.jspecify.annotations.NullMarked;
