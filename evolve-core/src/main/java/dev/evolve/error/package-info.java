/** Operating failures with a code that says who can act. */
@NullMarked
package dev.evolve.error;

import org.jspecify.annotations.NullMarked;
