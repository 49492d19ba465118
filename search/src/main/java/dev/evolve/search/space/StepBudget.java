package dev.evolve.search.space;

/**
 * What may still be spent on listing, so that no definition costs more than seconds: a step is
 * about a hundred nanoseconds. Confined to one thread.
 */
class StepBudget {

  private long left;

  StepBudget(long steps) {
    this.left = steps;
  }

  /** A part of this one; what is spent of it is spent of this. */
  StepBudget part(long most) {
    StepBudget whole = this;
    return new StepBudget(Math.min(most, left)) {
      @Override
      boolean spend(long steps) {
        whole.left -= steps;
        return super.spend(steps);
      }
    };
  }

  /** False if there is nothing left. */
  boolean spend(long steps) {
    left -= steps;
    return left >= 0;
  }

  boolean isSpent() {
    return left <= 0;
  }
}
