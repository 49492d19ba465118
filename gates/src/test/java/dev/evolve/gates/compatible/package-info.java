@NullMarked
package dev.evolve.gates.compatible;

import org.jspecify.annotations.NullMarked;
