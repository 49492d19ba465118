@NullMarked
package dev.evolve.app;

import org.jspecify.annotations.NullMarked;
