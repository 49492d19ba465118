package dev.evolve.tuning;

import dev.evolve.search.JournalEntry;
import dev.evolve.search.Proposal;
import dev.evolve.search.Search;
import dev.evolve.search.Strategy;
import dev.evolve.search.space.Space;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Searches rebuilt from their journals. What a search answers follows from its origin and journal
 * alone; those asked for last are kept to spare the rebuilding, and only while their journals are
 * what the caller says. Safe for use by many threads.
 */
public final class KeptSearches {

  private static final int KEPT = 32;

  private final Map<String, Kept> kept =
      new LinkedHashMap<>(KEPT, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Kept> eldest) {
          return size() > KEPT;
        }
      };

  /**
   * Where a search begins.
   *
   * @param identity equal only for searches that begin alike
   * @param space where it searches
   * @param strategy makes a fresh strategy
   * @param seed of all chance in it
   */
  public record Origin(Object identity, Space space, Supplier<Strategy> strategy, long seed) {
    Search fresh() {
      return new Search(space, strategy.get(), seed);
    }
  }

  /**
   * The next proposals of a search after a journal; fewer than asked for if no more are left. The
   * same whenever it is called with the same origin and journal.
   */
  public List<Proposal> next(String id, Origin origin, List<JournalEntry> journal, int count) {
    return at(id, origin, journal, search -> next(search, journal.size(), count));
  }

  /** Something of a search as it is after a journal. */
  public <T> T at(
      String id, Origin origin, List<JournalEntry> journal, Function<Search, T> question) {
    Kept slot;
    synchronized (kept) {
      slot = kept.computeIfAbsent(id, any -> new Kept());
    }
    synchronized (slot) {
      return question.apply(slot.bringTo(origin, journal));
    }
  }

  /** What a kept search was asked already comes first: its answers were not recorded. */
  private static List<Proposal> next(Search search, int recorded, int count) {
    List<Proposal> next = new ArrayList<>();
    for (JournalEntry entry : search.journal().subList(recorded, search.journal().size())) {
      if (next.size() < count && entry instanceof JournalEntry.Asked asked) {
        next.add(asked.proposal());
      }
    }
    next.addAll(search.ask(count - next.size()));
    return next;
  }

  /** One search that is kept; used under its own lock. */
  private static final class Kept {
    private Optional<Object> identity = Optional.empty();
    private Optional<Search> search = Optional.empty();

    Search bringTo(Origin origin, List<JournalEntry> journal) {
      boolean isSame = identity.equals(Optional.of(origin.identity()));
      if (!isSame || search.isEmpty() || !continues(search.get(), journal)) {
        identity = Optional.of(origin.identity());
        search = Optional.of(rebuilt(origin, journal));
      }
      return search.orElseThrow();
    }

    /** A journal of an earlier version of the strategy is taken as it stands. */
    private static Search rebuilt(Origin origin, List<JournalEntry> journal) {
      Search fresh = origin.fresh();
      return continues(fresh, journal)
          ? fresh
          : Search.adopt(origin.space(), origin.strategy().get(), origin.seed(), journal);
    }

    /**
     * Brings a search to where a journal ends.
     *
     * @return false if it is another search: what it did or would do differs from the journal
     */
    private static boolean continues(Search search, List<JournalEntry> journal) {
      List<JournalEntry> done = search.journal();
      int common = Math.min(done.size(), journal.size());
      if (!done.subList(0, common).equals(journal.subList(0, common))
          || !done.subList(common, done.size()).stream()
              .allMatch(JournalEntry.Asked.class::isInstance)) {
        return false;
      }
      return journal.subList(common, journal.size()).stream()
          .allMatch(entry -> takes(search, entry));
    }

    private static boolean takes(Search search, JournalEntry entry) {
      return switch (entry) {
        case JournalEntry.Asked asked -> search.ask().equals(Optional.of(asked.proposal()));
        case JournalEntry.Told told -> {
          search.tell(told.trial());
          yield true;
        }
      };
    }
  }
}
