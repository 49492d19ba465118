/** Tests of the package of the same name. */
@NullMarked
package dev.evolve.git;

import org.jspecify.annotations.NullMarked;
