@NullMarked
package dev.evolve.gates.statistics.trend;

import org.jspecify.annotations.NullMarked;
