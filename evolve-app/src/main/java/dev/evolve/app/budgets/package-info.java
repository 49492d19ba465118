/** What may be spent in a day, and what was: settings, and a view of the log. */
@NullMarked
package dev.evolve.app.budgets;

import org.jspecify.annotations.NullMarked;
