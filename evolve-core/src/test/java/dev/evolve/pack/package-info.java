@NullMarked
package dev.evolve.pack;

import org.jspecify.annotations.NullMarked;
