/** The envelope that a promoted change carries, and its signatures. */
@NullMarked
package dev.evolve.provenance;

import org.jspecify.annotations.NullMarked;
