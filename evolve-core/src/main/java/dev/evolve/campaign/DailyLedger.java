package dev.evolve.campaign;

import dev.evolve.campaign.DailyLimits.NextMeasurement;
import dev.evolve.event.DomainEvent;
import dev.evolve.measure.Evaluation;
import dev.evolve.proposal.Proposal;
import dev.evolve.search.budget.Amount;
import dev.evolve.search.budget.Budget;
import dev.evolve.search.budget.BudgetAccount;
import dev.evolve.search.budget.Ledger;
import dev.evolve.search.budget.Ledger.Answer;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The accounts of agents, packs and the whole service, for each day (UTC) on its own, kept from the
 * log. A screening that was carried out is an evaluation; a confirmation is none, since its
 * candidate was counted before, but its time and money count. Only the search is held to the
 * budgets: a confirmation may overdraw them, or all that was spent before would be lost.
 *
 * <p>Wall time is that from the campaign's event before, when it was ready to measure, to the
 * result, so what it waits for the machine counts. All is charged to the day on which the
 * measurement ended. What is under way is set aside, as much as a candidate of the campaign took on
 * average, until its campaign's next event.
 *
 * <p>Given every event once and those of a campaign in order; confined to whoever folds.
 */
public final class DailyLedger {

  private static final String ALL = "the whole service";

  private final Map<LocalDate, Ledger> days = new HashMap<>();
  private final Map<String, Payer> payers = new HashMap<>();
  private final Map<String, Instant> newest = new HashMap<>();
  private final Map<String, SetAside> underWay = new HashMap<>();
  private final DailyBudgets budgets;
  private final BigDecimal pricePerSecond;

  /**
   * @param budgets what may be spent
   * @param pricePerSecond of building and running
   */
  public DailyLedger(DailyBudgets budgets, BigDecimal pricePerSecond) {
    this.budgets = budgets;
    this.pricePerSecond = pricePerSecond;
  }

  /** Whose accounts something is charged to. */
  private record Payer(String agent, String pack) {
    List<String> holders() {
      return List.of("agent " + agent, "pack " + pack, ALL);
    }
  }

  /** What is set aside for a campaign. */
  private record SetAside(LocalDate day, long number) {}

  /** Takes the next event. */
  public void apply(DomainEvent event) {
    release(event.campaignId());
    if (event instanceof DomainEvent.ProposalCreated created) {
      Proposal proposal = created.proposal();
      payers.put(proposal.id(), new Payer(proposal.agent(), proposal.pack()));
    } else if (event instanceof DomainEvent.Evaluated evaluated) {
      charge(evaluated);
    }
    newest.put(event.campaignId(), event.at());
  }

  private void charge(DomainEvent.Evaluated event) {
    Payer payer = payers.get(event.evaluation().proposalId());
    if (payer != null) {
      Duration wall =
          Duration.between(newest.getOrDefault(event.campaignId(), event.at()), event.at());
      Amount amount = amount(event.evaluation(), wall.isNegative() ? Duration.ZERO : wall);
      LocalDate day = dayOf(event.at());
      days.put(day, ledger(day, payer).charge(payer.holders(), amount));
    }
  }

  private Amount amount(Evaluation evaluation, Duration wall) {
    Duration time = Duration.ofNanos(Math.round(Screenings.cost(evaluation).seconds() * 1e9));
    Amount amount = Amount.ofEvaluation(time, wall, pricePerSecond);
    boolean isEvaluation =
        evaluation.phase() == Evaluation.Phase.SCREENING && evaluation.notMeasured() == null;
    return isEvaluation
        ? amount
        : new Amount(0, amount.deviceTime(), amount.wallTime(), amount.money());
  }

  /**
   * Sets aside what a candidate is expected to take, or says why it must not be measured, with each
   * budget and its figures.
   */
  public Optional<String> reserve(NextMeasurement next) {
    release(next.campaignId());
    LocalDate day = dayOf(next.at());
    Payer payer = new Payer(next.agent(), next.pack());
    Amount most = Amount.ofEvaluation(next.expected(), next.expected(), pricePerSecond);
    return switch (ledger(day, payer).reserve(payer.holders(), most)) {
      case Answer.Granted granted -> {
        days.put(day, granted.ledger());
        underWay.put(next.campaignId(), new SetAside(day, granted.reservation().number()));
        yield Optional.empty();
      }
      case Answer.Refused refused ->
          Optional.of(
              "the next evaluation would break the budget of "
                  + day
                  + " UTC: "
                  + String.join("; ", refused.reasons()));
    };
  }

  /** Frees what is set aside for a campaign; nothing happens if that is nothing. */
  public void release(String campaignId) {
    SetAside open = underWay.remove(campaignId);
    if (open != null) {
      days.computeIfPresent(open.day(), (day, ledger) -> ledger.release(open.number()));
    }
  }

  private Ledger ledger(LocalDate day, Payer payer) {
    Ledger ledger = days.getOrDefault(day, Ledger.EMPTY);
    List<Budget> of = List.of(budgets.perAgent(), budgets.perPack(), budgets.perDay());
    for (int i = 0; i < of.size(); i++) {
      String holder = payer.holders().get(i);
      ledger = ledger.has(holder) ? ledger : ledger.open(holder, of.get(i));
    }
    return ledger;
  }

  /** The accounts of a day in the order in which they were first charged; none if nothing was. */
  public List<BudgetAccount> accounts(LocalDate day) {
    return days.getOrDefault(day, Ledger.EMPTY).accounts();
  }

  /** What an agent spent on a day. */
  Amount ofAgent(LocalDate day, String agent) {
    return spent(day, new Payer(agent, "").holders().get(0));
  }

  /** What was spent on a pack on a day. */
  Amount ofPack(LocalDate day, String pack) {
    return spent(day, new Payer("", pack).holders().get(1));
  }

  /** What was spent on a day. */
  Amount ofAll(LocalDate day) {
    return spent(day, ALL);
  }

  private Amount spent(LocalDate day, String holder) {
    Ledger ledger = days.getOrDefault(day, Ledger.EMPTY);
    return ledger.has(holder) ? ledger.account(holder).spent() : Amount.NONE;
  }

  /** The day that a moment belongs to. */
  public static LocalDate dayOf(Instant at) {
    return LocalDate.ofInstant(at, ZoneOffset.UTC);
  }
}
