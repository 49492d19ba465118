@NullMarked
package dev.evolve.tuning;

import org.jspecify.annotations.NullMarked;
