/**
 * Git at the level of objects: repositories opened without hooks or user configuration, commits as
 * exact bytes, trees compared with every object's hash checked, changesets applied to trees.
 */
@NullMarked
package dev.evolve.git;

import org.jspecify.annotations.NullMarked;
