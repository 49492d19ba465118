package dev.evolve.search.budget;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * The accounts of all holders, and what is set aside. Work is charged to several accounts at once,
 * such as those of its agent, its pack and the day: to all of them or, if one refuses, to none. An
 * amount is set aside before the work starts and is the most the work may take, so no number of
 * pieces of work side by side can spend more than there is. What is known only afterwards, such as
 * from a log, is charged as it was, and may overdraw an account; nothing more is set aside from it
 * then. Immutable and made of plain values, so that it can be stored as JSON.
 *
 * @param accounts in the order they were opened
 * @param reservations work under way, oldest first
 * @param next number of the next reservation
 */
public record Ledger(List<BudgetAccount> accounts, List<Reservation> reservations, long next) {

  /** No accounts yet. */
  public static final Ledger EMPTY = new Ledger(List.of(), List.of(), 0);

  public Ledger {
    accounts = List.copyOf(accounts);
    reservations = List.copyOf(reservations);
    Set<String> holders = new LinkedHashSet<>();
    for (BudgetAccount account : accounts) {
      if (!holders.add(account.holder())) {
        throw new IllegalArgumentException(account.holder() + " has two accounts");
      }
    }
    for (BudgetAccount account : accounts) {
      checkReserved(account, reservations);
    }
  }

  private static void checkReserved(BudgetAccount account, List<Reservation> reservations) {
    Amount sum = Amount.NONE;
    for (Reservation reservation : reservations) {
      sum = reservation.holders().contains(account.holder()) ? sum.plus(reservation.amount()) : sum;
    }
    if (!sum.equals(account.reserved())) {
      throw new IllegalArgumentException(
          account.holder()
              + " has set aside "
              + account.reserved().describe()
              + ", but its reservations come to "
              + sum.describe());
    }
  }

  /**
   * Something set aside.
   *
   * @param number from 0
   * @param holders whose accounts it is charged to
   * @param amount the most the work may take
   */
  public record Reservation(long number, List<String> holders, Amount amount) {
    public Reservation {
      holders = List.copyOf(holders);
      if (holders.isEmpty() || Set.copyOf(holders).size() != holders.size()) {
        throw new IllegalArgumentException(
            "wanted at least one holder, each once, found " + holders);
      }
    }
  }

  /** What came of asking for an amount. */
  public sealed interface Answer {

    /** It is set aside. */
    record Granted(Ledger ledger, Reservation reservation) implements Answer {}

    /** It would overdraw an account; nothing has changed. */
    record Refused(List<String> reasons) implements Answer {
      public Refused {
        reasons = List.copyOf(reasons);
      }
    }
  }

  /** This with a new account. */
  public Ledger open(String holder, Budget budget) {
    List<BudgetAccount> more = new ArrayList<>(accounts);
    more.add(BudgetAccount.open(holder, budget));
    return new Ledger(more, reservations, next);
  }

  /** True if a holder has an account. */
  public boolean has(String holder) {
    return accounts.stream().anyMatch(account -> account.holder().equals(holder));
  }

  /**
   * The account of a holder.
   *
   * @throws IllegalArgumentException naming the holders there are, if it is none of them
   */
  public BudgetAccount account(String holder) {
    return accounts.stream()
        .filter(account -> account.holder().equals(holder))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "no account of "
                        + holder
                        + "; there are "
                        + accounts.stream().map(BudgetAccount::holder).toList()));
  }

  /** Sets an amount aside in the accounts of all holders, or in none. */
  public Answer reserve(List<String> holders, Amount amount) {
    List<String> reasons = new ArrayList<>();
    for (String holder : holders) {
      for (String refusal : account(holder).refusals(amount)) {
        reasons.add(holder + ": " + refusal);
      }
    }
    if (!reasons.isEmpty()) {
      return new Answer.Refused(reasons);
    }
    Reservation reservation = new Reservation(next, holders, amount);
    List<Reservation> more = new ArrayList<>(reservations);
    more.add(reservation);
    Ledger ledger =
        new Ledger(changed(holders, account -> account.reserve(amount)), more, next + 1);
    return new Answer.Granted(ledger, reservation);
  }

  /**
   * Charges what the work took and frees the rest.
   *
   * @param number of the reservation
   * @param actual within what was set aside: whoever measures stops the work there
   * @throws IllegalArgumentException if there is no such reservation, as when it was settled
   *     before, or if more was taken
   */
  public Ledger settle(long number, Amount actual) {
    Reservation reservation =
        reservations.stream()
            .filter(open -> open.number() == number)
            .findFirst()
            .orElseThrow(
                () -> new IllegalArgumentException("reservation " + number + " is not open"));
    if (!actual.isWithin(reservation.amount())) {
      throw new IllegalArgumentException(
          "reservation "
              + number
              + " may take "
              + reservation.amount().describe()
              + ", but took "
              + actual.describe()
              + "; work is to be stopped at what was set aside");
    }
    List<Reservation> left = new ArrayList<>(reservations);
    left.remove(reservation);
    return new Ledger(
        changed(reservation.holders(), account -> account.settle(reservation.amount(), actual)),
        left,
        next);
  }

  /**
   * Charges what was taken as a fact: nothing was set aside for it, or not enough, and it cannot be
   * undone. It may overdraw an account.
   */
  public Ledger charge(List<String> holders, Amount amount) {
    holders.forEach(holder -> account(holder));
    return new Ledger(changed(holders, account -> account.charge(amount)), reservations, next);
  }

  /** Frees what was set aside for work that did not start. */
  public Ledger release(long number) {
    return settle(number, Amount.NONE);
  }

  private List<BudgetAccount> changed(List<String> holders, UnaryOperator<BudgetAccount> change) {
    Map<String, BudgetAccount> all = new LinkedHashMap<>();
    accounts.forEach(account -> all.put(account.holder(), account));
    holders.forEach(holder -> all.computeIfPresent(holder, (name, old) -> change.apply(old)));
    return List.copyOf(all.values());
  }
}
