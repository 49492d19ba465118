@NullMarked
package dev.evolve.gates.statistics;

import org.jspecify.annotations.NullMarked;
