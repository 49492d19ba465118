package dev.evolve.campaign;

import dev.evolve.pack.Configuration;
import dev.evolve.search.JournalEntry;
import dev.evolve.search.Proposal;
import dev.evolve.search.Search;
import dev.evolve.search.Strategy;
import dev.evolve.search.space.Space;
import dev.evolve.tuning.SearchChoice;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Asks the searches of campaigns for their next proposals. An answer follows from the campaign's
 * state alone: the search is rebuilt from the journal in it. Searches of the campaigns asked for
 * last are kept to spare that, and only while their journals are what the states say.
 */
final class CampaignSearches {

  private static final int KEPT = 16;

  private final Function<String, Strategy> strategies;
  private final SearchSpaces spaces;
  private final Map<String, Kept> kept =
      new LinkedHashMap<>(KEPT, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Kept> eldest) {
          return size() > KEPT;
        }
      };

  CampaignSearches(Function<String, Strategy> strategies, SearchSpaces spaces) {
    this.strategies = strategies;
    this.spaces = spaces;
  }

  /** The next configuration and how the search came to it; empty if all were tried. */
  synchronized Optional<Choice> next(CampaignState state) {
    Space space = spaces.of(state.request().pack());
    List<JournalEntry> journal = SearchJournal.of(state, space);
    Search search = search(state, space, journal);
    kept.put(state.campaignId(), new Kept(state.request(), state.seed(), search));
    Optional<Proposal> next =
        search.journal().size() > journal.size()
                && search.journal().get(journal.size()) instanceof JournalEntry.Asked asked
            ? Optional.of(asked.proposal())
            : search.ask();
    return next.map(proposal -> Choice.of(proposal, space));
  }

  private Search search(CampaignState state, Space space, List<JournalEntry> journal) {
    Kept known = kept.get(state.campaignId());
    if (known != null && known.isOf(state) && continues(known.search(), journal)) {
      return known.search();
    }
    Search fresh = new Search(space, strategy(state), state.seed());
    return continues(fresh, journal)
        ? fresh
        : Search.adopt(space, strategy(state), state.seed(), journal);
  }

  private Strategy strategy(CampaignState state) {
    return strategies.apply(state.request().search().strategy());
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
    for (JournalEntry entry : journal.subList(common, journal.size())) {
      if (!takes(search, entry)) {
        return false;
      }
    }
    return true;
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

  /** A configuration to try and how the search came to it. */
  record Choice(Configuration configuration, SearchChoice choice) {
    static Choice of(Proposal proposal, Space space) {
      return new Choice(
          new Configuration(space.values(proposal.point())),
          new SearchChoice(proposal.number(), proposal.strategy(), proposal.reason()));
    }
  }

  private record Kept(CampaignRequest request, long seed, Search search) {
    boolean isOf(CampaignState state) {
      return seed == state.seed() && request.equals(state.request());
    }
  }
}
