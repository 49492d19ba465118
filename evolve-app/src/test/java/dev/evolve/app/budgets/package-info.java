/** Tests of the budgets of a day. */
@NullMarked
package dev.evolve.app.budgets;

import org.jspecify.annotations.NullMarked;
