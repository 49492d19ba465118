@NullMarked
package dev.evolve.canary.parity;

import org.jspecify.annotations.NullMarked;
