@NullMarked
package dev.evolve.gates.statistics.change;

import org.jspecify.annotations.NullMarked;
