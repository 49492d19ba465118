@NullMarked
package dev.evolve.canary.load;

import org.jspecify.annotations.NullMarked;
