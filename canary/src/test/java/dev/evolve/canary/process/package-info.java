@NullMarked
package dev.evolve.canary.process;

import org.jspecify.annotations.NullMarked;
