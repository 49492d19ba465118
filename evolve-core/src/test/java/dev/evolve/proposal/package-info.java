@NullMarked
package dev.evolve.proposal;

import org.jspecify.annotations.NullMarked;
