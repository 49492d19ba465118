/** The application: everything is wired here. */
@NullMarked
package dev.evolve.app;

import org.jspecify.annotations.NullMarked;
