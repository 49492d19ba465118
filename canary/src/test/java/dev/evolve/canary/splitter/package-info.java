@NullMarked
package dev.evolve.canary.splitter;

import org.jspecify.annotations.NullMarked;
