package dev.evolve.search;

import dev.evolve.search.space.Point;
import dev.evolve.search.space.Space;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * One search: ask for points, tell what came of them, in any order and as many at once as there are
 * workers. Deterministic: the same space, strategy and seed and the same journal give the same next
 * proposal, in any process. Confined to one thread.
 */
public final class Search {

  /** Name under which trials are told that the search did not ask for. */
  public static final String GIVEN = "given";

  private final long seed;
  private final Strategy strategy;
  private final History history;
  private final Map<Point, Proposal> open = new LinkedHashMap<>();
  private final List<JournalEntry> journal = new ArrayList<>();
  private long asked;

  /**
   * A search that knows nothing yet.
   *
   * @param space where
   * @param strategy a fresh one; it belongs to this search
   * @param seed of all chance in the search
   */
  public Search(Space space, Strategy strategy, long seed) {
    this.seed = seed;
    this.strategy = strategy;
    this.history = new History(space);
  }

  /**
   * The search that wrote a journal, as it was after the last entry.
   *
   * @throws IllegalArgumentException if the journal is not of this space, strategy and seed
   */
  public static Search resume(
      Space space, Strategy strategy, long seed, List<JournalEntry> journal) {
    Search search = new Search(space, strategy, seed);
    journal.forEach(search::replay);
    return search;
  }

  private void replay(JournalEntry entry) {
    switch (entry) {
      case JournalEntry.Asked asked -> {
        Optional<Proposal> again = ask();
        if (!again.equals(Optional.of(asked.proposal()))) {
          throw new IllegalArgumentException(
              "the journal is of another search: it asked for "
                  + asked.proposal()
                  + ", this one for "
                  + again);
        }
      }
      case JournalEntry.Told told -> tell(told.trial());
    }
  }

  /**
   * The search that wrote a journal, without asking the strategy again what it proposed then: for a
   * journal of an earlier version of a strategy, whose choices stand although it would make others
   * today. Equal to {@link #resume} where the strategy is still the same.
   */
  public static Search adopt(
      Space space, Strategy strategy, long seed, List<JournalEntry> journal) {
    Search search = new Search(space, strategy, seed);
    for (JournalEntry entry : journal) {
      switch (entry) {
        case JournalEntry.Asked asked -> search.take(asked.proposal());
        case JournalEntry.Told told -> search.tell(told.trial());
      }
    }
    return search;
  }

  private void take(Proposal proposal) {
    asked = Math.max(asked, proposal.number() + 1);
    history.pend(proposal.point());
    open.put(proposal.point(), proposal);
    strategy.suggested(new Suggestion(proposal.point(), proposal.strategy(), proposal.reason()));
    journal.add(new JournalEntry.Asked(proposal));
  }

  /** The next point; pending until it is told. Empty if every feasible point is known. */
  public Optional<Proposal> ask() {
    Optional<Suggestion> suggestion = strategy.suggest(history, random(2 * asked));
    if (suggestion.isEmpty()) {
      return Optional.empty();
    }
    Point point = suggestion.get().point();
    if (history.isKnown(point)) {
      throw new IllegalStateException(
          strategy.name() + " suggested " + point + ", which is known already");
    }
    Proposal proposal =
        new Proposal(asked++, point, suggestion.get().strategy(), suggestion.get().reason());
    history.pend(point);
    open.put(point, proposal);
    strategy.suggested(suggestion.get());
    journal.add(new JournalEntry.Asked(proposal));
    return Optional.of(proposal);
  }

  /** Up to {@code count} different points to measure side by side. */
  public List<Proposal> ask(int count) {
    List<Proposal> proposals = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Optional<Proposal> next = ask();
      if (next.isEmpty()) {
        break;
      }
      proposals.add(next.get());
    }
    return proposals;
  }

  /**
   * Takes a result in. A point that was told before is told again, such as after more samples; one
   * that was never asked for is welcome too.
   *
   * @throws IllegalArgumentException if the point is not in the space
   */
  public void tell(Trial trial) {
    List<String> violations = history.space().violations(trial.point());
    if (!violations.isEmpty()) {
      throw new IllegalArgumentException(
          trial.point() + " is not in the space: " + String.join("; ", violations));
    }
    open.remove(trial.point());
    history.add(trial);
    journal.add(new JournalEntry.Told(trial));
    strategy.observe(trial, history, random(2L * history.trials().size() + 1));
  }

  /** Tells the outcome of a proposal. */
  public void tell(Proposal proposal, Outcome outcome, Cost cost) {
    tell(new Trial(proposal.point(), outcome, cost, proposal.strategy()));
  }

  /** What is known. */
  public History history() {
    return history;
  }

  /** Proposals that wait for their result, oldest first. */
  public List<Proposal> open() {
    return List.copyOf(open.values());
  }

  /** Everything that happened, for {@link #resume}. */
  public List<JournalEntry> journal() {
    return Collections.unmodifiableList(journal);
  }

  /** A generator of its own for every call, so that nothing depends on what was drawn before. */
  private RandomGenerator random(long call) {
    SplittableRandom mixed = new SplittableRandom(seed * 0x9E3779B97F4A7C15L + call);
    return new SplittableRandom(mixed.nextLong());
  }
}
