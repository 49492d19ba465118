/** The five gates. Each is pure: evidence in, finding out; absent evidence never passes. */
@NullMarked
package dev.evolve.gates;

import org.jspecify.annotations.NullMarked;
