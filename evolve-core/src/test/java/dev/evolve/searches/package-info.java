@NullMarked
package dev.evolve.searches;

import org.jspecify.annotations.NullMarked;
