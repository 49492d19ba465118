@NullMarked
package dev.evolve.canary.judge;

import org.jspecify.annotations.NullMarked;
