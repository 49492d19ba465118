package dev.evolve.search.budget;

import java.util.List;

/**
 * What one holder may spend, has spent, and has set aside for work under way. Nothing is set aside
 * that would exceed the budget together with what was spent and set aside before; only what is
 * charged as a fact may overdraw it. Immutable.
 *
 * @param holder whose it is, such as {@code agent:compiler}, {@code pack:cpu-sgemm}, {@code
 *     day:2026-03-01}
 * @param budget at most
 * @param spent so far
 * @param reserved set aside for work under way
 */
public record BudgetAccount(String holder, Budget budget, Amount spent, Amount reserved) {

  /** A new account. */
  public static BudgetAccount open(String holder, Budget budget) {
    return new BudgetAccount(holder, budget, Amount.NONE, Amount.NONE);
  }

  /** What may still be set aside; nothing of a measure that is overdrawn. */
  public Budget remaining() {
    return budget.less(spent.plus(reserved));
  }

  /** Which measures setting an amount aside would break, a phrase each; empty if it can be. */
  public List<String> refusals(Amount amount) {
    return budget.brokenBy(spent.plus(reserved).plus(amount));
  }

  BudgetAccount reserve(Amount amount) {
    return new BudgetAccount(holder, budget, spent, reserved.plus(amount));
  }

  BudgetAccount settle(Amount setAside, Amount actual) {
    return new BudgetAccount(holder, budget, spent.plus(actual), reserved.minus(setAside));
  }

  BudgetAccount charge(Amount amount) {
    return new BudgetAccount(holder, budget, spent.plus(amount), reserved);
  }
}
