/** Bench packs: what can be changed, how it is built and measured, what holds. */
@NullMarked
package dev.evolve.pack;

import org.jspecify.annotations.NullMarked;
