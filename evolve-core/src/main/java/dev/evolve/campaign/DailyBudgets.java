package dev.evolve.campaign;

import dev.evolve.campaign.DailyLimits.NextMeasurement;
import dev.evolve.search.budget.Amount;
import dev.evolve.search.budget.Budget;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What may be spent on measuring candidates on one day (UTC). Only the search is held to it: what
 * is confirmed after it counts, but is not stopped, or all that was spent before would be lost.
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

  /** Why a candidate must not be measured after what was spent; empty if it may be. */
  public Optional<String> refusal(DailySpending spending, NextMeasurement next) {
    LocalDate day = DailySpending.dayOf(next.at());
    Amount more = spending.amount(next.expected());
    List<String> broken = new ArrayList<>();
    add(broken, "agent " + next.agent(), perAgent, spending.ofAgent(day, next.agent()), more);
    add(broken, "pack " + next.pack(), perPack, spending.ofPack(day, next.pack()), more);
    add(broken, "the whole service", perDay, spending.ofAll(day), more);
    return broken.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "the next evaluation would break the daily budget of "
                + String.join(", and of ", broken)
                + ", on "
                + day
                + " UTC");
  }

  private static void add(
      List<String> broken, String holder, Budget budget, Amount spent, Amount more) {
    List<String> measures = budget.brokenBy(spent.plus(more));
    if (!measures.isEmpty()) {
      broken.add(holder + ": " + String.join(", ", measures));
    }
  }
}
