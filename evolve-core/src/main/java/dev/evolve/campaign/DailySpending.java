package dev.evolve.campaign;

import dev.evolve.event.DomainEvent;
import dev.evolve.measure.Evaluation;
import dev.evolve.proposal.Proposal;
import dev.evolve.search.budget.Amount;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.Map;

/**
 * Folds the log into what was spent on measuring candidates, by day (UTC) and by agent, pack and
 * all together. A screening that was carried out is an evaluation; a confirmation is none, since
 * its candidate was counted before, but its device time counts. What was spent belongs to the day
 * on which the measurement ended. Given every event once and those of a campaign in order; confined
 * to whoever folds.
 */
public final class DailySpending {

  private static final String ALL = "all";

  private final Map<LocalDate, Map<String, Amount>> days = new HashMap<>();
  private final Map<String, Proposal> proposals = new HashMap<>();
  private final BigDecimal pricePerSecond;

  /**
   * @param pricePerSecond of building and running
   */
  public DailySpending(BigDecimal pricePerSecond) {
    this.pricePerSecond = pricePerSecond;
  }

  /** The day that a moment belongs to. */
  static LocalDate dayOf(Instant at) {
    return LocalDate.ofInstant(at, ZoneOffset.UTC);
  }

  /** Takes the next event. */
  public void apply(DomainEvent event) {
    if (event instanceof DomainEvent.ProposalCreated created) {
      proposals.put(created.proposal().id(), created.proposal());
    } else if (event instanceof DomainEvent.Evaluated evaluated) {
      Proposal proposal = proposals.get(evaluated.evaluation().proposalId());
      if (proposal != null) {
        charge(dayOf(evaluated.at()), proposal, amount(evaluated.evaluation()));
      }
    }
  }

  private void charge(LocalDate day, Proposal proposal, Amount amount) {
    Map<String, Amount> spent = days.computeIfAbsent(day, any -> new HashMap<>());
    spent.merge(agent(proposal.agent()), amount, Amount::plus);
    spent.merge(pack(proposal.pack()), amount, Amount::plus);
    spent.merge(ALL, amount, Amount::plus);
  }

  private Amount amount(Evaluation evaluation) {
    Amount amount =
        amount(Duration.ofNanos(Math.round(Screenings.cost(evaluation).seconds() * 1e9)));
    boolean isEvaluation =
        evaluation.phase() == Evaluation.Phase.SCREENING && evaluation.notMeasured() == null;
    return isEvaluation
        ? amount
        : new Amount(0, amount.deviceTime(), amount.wallTime(), amount.money());
  }

  /** One evaluation that takes so long. */
  Amount amount(Duration time) {
    return Amount.ofEvaluation(time, Duration.ZERO, pricePerSecond);
  }

  /** What an agent spent on a day. */
  Amount ofAgent(LocalDate day, String agent) {
    return spent(day, agent(agent));
  }

  /** What was spent on a pack on a day. */
  Amount ofPack(LocalDate day, String pack) {
    return spent(day, pack(pack));
  }

  /** What was spent on a day. */
  Amount ofAll(LocalDate day) {
    return spent(day, ALL);
  }

  private Amount spent(LocalDate day, String holder) {
    return days.getOrDefault(day, Map.of()).getOrDefault(holder, Amount.NONE);
  }

  private static String agent(String name) {
    return "agent:" + name;
  }

  private static String pack(String name) {
    return "pack:" + name;
  }
}
