@NullMarked
package dev.evolve.search;

import org.jspecify.annotations.NullMarked;
