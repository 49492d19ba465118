package dev.evolve.campaign;

import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import dev.evolve.pack.Configuration;
import dev.evolve.proposal.Changeset;
import dev.evolve.search.Cost;
import dev.evolve.search.JournalEntry;
import dev.evolve.search.Outcome;
import dev.evolve.search.Proposal;
import dev.evolve.search.Search;
import dev.evolve.search.Trial;
import dev.evolve.search.space.Point;
import dev.evolve.search.space.Space;
import dev.evolve.tuning.SearchChoice;
import dev.evolve.tuning.TrialResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The journal of a campaign's search, made of the campaign's state: the baseline first, which is
 * known to be 1, then proposals and results in the order in which they came. Pure.
 */
final class SearchJournal {

  private SearchJournal() {}

  static List<JournalEntry> of(CampaignState state, Space space) {
    List<JournalEntry> journal = new ArrayList<>();
    journal.add(new JournalEntry.Told(baseline(state.request().baseline(), space)));
    Map<Long, JournalEntry.Told> told = new TreeMap<>();
    List<JournalEntry.Asked> asked = new ArrayList<>();
    List<Candidate> candidates = state.search().candidates();
    for (int i = 0; i < candidates.size(); i++) {
      Proposal proposal = proposal(candidates.get(i), i, space);
      asked.add(new JournalEntry.Asked(proposal));
      TrialResult result = result(candidates.get(i), i);
      if (result != null) {
        told.put(result.order(), new JournalEntry.Told(trial(proposal, result)));
      }
    }
    merge(asked, told, journal);
    return journal;
  }

  /** The trials of a journal, oldest first. */
  static List<Trial> trials(List<JournalEntry> journal) {
    return journal.stream()
        .filter(JournalEntry.Told.class::isInstance)
        .map(entry -> ((JournalEntry.Told) entry).trial())
        .toList();
  }

  private static Trial baseline(Configuration baseline, Space space) {
    try {
      Point point = space.point(baseline.values());
      List<String> violations = space.violations(point);
      if (violations.isEmpty()) {
        return new Trial(point, Outcome.Measured.exactly(1), Cost.NONE, Search.GIVEN);
      }
      throw outside(String.join("; ", violations));
    } catch (IllegalArgumentException e) {
      throw outside(String.valueOf(e.getMessage()));
    }
  }

  private static EvolveException outside(String why) {
    return new EvolveException(
        ErrorCode.INVALID_PACK, "the baseline is not in the pack's space: " + why);
  }

  private static Proposal proposal(Candidate candidate, int index, Space space) {
    SearchChoice known = candidate.choice();
    SearchChoice choice = known == null ? new SearchChoice(index, "earlier", "") : known;
    return new Proposal(
        choice.number(),
        space.point(configuration(candidate).values()),
        choice.strategy(),
        choice.reason());
  }

  private static Configuration configuration(Candidate candidate) {
    return switch (candidate.proposal().changeset()) {
      case Changeset.Knobs knobs -> knobs.to();
      case Changeset.KnobsAndDiff both -> both.to();
      case Changeset.Diff diff ->
          throw new IllegalStateException(
              candidate.proposal().id() + " is of no configuration: a search did not propose it");
    };
  }

  private static @Nullable TrialResult result(Candidate candidate, int index) {
    return candidate.result() == null && candidate.wasTold()
        ? fromBefore(candidate, 2L * index + 1)
        : candidate.result();
  }

  /** Records from before searches kept results know the ratio alone, one proposal at a time. */
  private static TrialResult fromBefore(Candidate candidate, long order) {
    Double ratio = candidate.screenedRatio();
    Outcome outcome =
        ratio == null
            ? new Outcome.Failed(Outcome.Reason.RUN, candidate.reason())
            : new Outcome.Measured(ratio, Double.NaN, 1);
    return TrialResult.of(order, outcome, Cost.NONE, null, null);
  }

  private static Trial trial(Proposal proposal, TrialResult result) {
    return new Trial(proposal.point(), result.outcome(), result.cost(), proposal.strategy());
  }

  /** A result stands where its order says; proposals fill the places between. */
  private static void merge(
      List<JournalEntry.Asked> asked,
      Map<Long, JournalEntry.Told> told,
      List<JournalEntry> journal) {
    int next = 0;
    for (long order = 0; order < asked.size() + (long) told.size(); order++) {
      JournalEntry.Told result = told.get(order);
      if (result != null) {
        journal.add(result);
      } else {
        journal.add(asked.get(next++));
      }
    }
  }
}
