package dev.evolve.campaign;

import dev.evolve.search.budget.Budget;
import java.util.List;

/**
 * What may be spent on measuring candidates on one day (UTC).
 *
 * @param perAgent by each agent
 * @param perPack on each pack
 * @param perDay by all agents on all packs
 */
public record DailyBudgets(Budget perAgent, Budget perPack, Budget perDay) {

  /** True if there is no limit at all. */
  public boolean isUnlimited() {
    return List.of(perAgent, perPack, perDay).stream().allMatch(Budget.UNLIMITED::equals);
  }
}
