package dev.evolve.campaign;

import dev.evolve.pack.Configuration;
import dev.evolve.search.JournalEntry;
import dev.evolve.search.Proposal;
import dev.evolve.search.Strategy;
import dev.evolve.search.space.Space;
import dev.evolve.tuning.KeptSearches;
import dev.evolve.tuning.SearchChoice;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Asks the searches of campaigns for their next proposals. An answer follows from the campaign's
 * state alone: the search is rebuilt from the journal in it.
 */
final class CampaignSearches {

  private final Function<String, Strategy> strategies;
  private final SearchSpaces spaces;
  private final KeptSearches kept = new KeptSearches();

  CampaignSearches(Function<String, Strategy> strategies, SearchSpaces spaces) {
    this.strategies = strategies;
    this.spaces = spaces;
  }

  /** The next configuration and how the search came to it; empty if all were tried. */
  Optional<Choice> next(CampaignState state) {
    Space space = spaces.of(state.request().pack());
    List<JournalEntry> journal = SearchJournal.of(state, space);
    return kept.next(state.campaignId(), origin(state, space), journal, 1).stream()
        .findFirst()
        .map(proposal -> Choice.of(proposal, space));
  }

  /** Why nothing more is to be measured although evaluations and minutes are left. */
  Optional<String> exhausted(CampaignState state) {
    Space space = spaces.of(state.request().pack());
    return state
        .request()
        .search()
        .limitsOrNone()
        .exhausted(SearchJournal.trials(SearchJournal.of(state, space)));
  }

  private KeptSearches.Origin origin(CampaignState state, Space space) {
    return new KeptSearches.Origin(
        List.of(state.request(), state.seed()),
        space,
        () -> state.request().search().strategy(strategies),
        state.seed());
  }

  /** A configuration to try and how the search came to it. */
  record Choice(Configuration configuration, SearchChoice choice) {
    static Choice of(Proposal proposal, Space space) {
      return new Choice(
          new Configuration(space.values(proposal.point())),
          new SearchChoice(proposal.number(), proposal.strategy(), proposal.reason()));
    }
  }
}
