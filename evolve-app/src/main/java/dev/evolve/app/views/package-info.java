/** What people look at: folds of a campaign's events. */
@NullMarked
package dev.evolve.app.views;

import org.jspecify.annotations.NullMarked;
