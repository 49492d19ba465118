/** What a gate is given and what it answers; the gates themselves are in the module gates. */
@NullMarked
package dev.evolve.gate;

import org.jspecify.annotations.NullMarked;
