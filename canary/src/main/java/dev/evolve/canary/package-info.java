/** Traffic split, canary judge and targets. */
@NullMarked
package dev.evolve.canary;

import org.jspecify.annotations.NullMarked;
