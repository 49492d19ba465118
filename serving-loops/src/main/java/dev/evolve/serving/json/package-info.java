/** JSON of states and of what plugins keep: written in a fixed order, read with clear errors. */
@NullMarked
package dev.evolve.serving.json;

import org.jspecify.annotations.NullMarked;
