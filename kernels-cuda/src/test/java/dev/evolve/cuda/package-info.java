@NullMarked
package dev.evolve.cuda;

import org.jspecify.annotations.NullMarked;
