/**
 * What a search may spend and when it should stop: budgets and the ledger they are charged to, a
 * model of what a point costs, and the rule that stops when the expected gain no longer pays.
 */
@NullMarked
package dev.evolve.search.budget;

import org.jspecify.annotations.NullMarked;
