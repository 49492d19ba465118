/** Directories in which candidates are built and run: the exact tree of a commit, nothing else. */
@NullMarked
package dev.evolve.workspace;

import org.jspecify.annotations.NullMarked;
