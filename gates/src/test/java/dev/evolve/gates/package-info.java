@NullMarked
package dev.evolve.gates;

import org.jspecify.annotations.NullMarked;
