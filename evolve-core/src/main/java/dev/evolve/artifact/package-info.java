/** The content-addressed store of build results, and what is deployed. */
@NullMarked
package dev.evolve.artifact;

import org.jspecify.annotations.NullMarked;
