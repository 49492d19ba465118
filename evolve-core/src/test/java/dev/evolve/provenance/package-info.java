/** Tests of the package of the same name. */
@NullMarked
package dev.evolve.provenance;

import org.jspecify.annotations.NullMarked;
