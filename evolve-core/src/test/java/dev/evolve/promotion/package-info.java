/** Tests of the package of the same name. */
@NullMarked
package dev.evolve.promotion;

import org.jspecify.annotations.NullMarked;
