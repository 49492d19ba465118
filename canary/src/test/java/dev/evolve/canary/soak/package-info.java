@NullMarked
package dev.evolve.canary.soak;

import org.jspecify.annotations.NullMarked;
