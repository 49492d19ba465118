package dev.evolve.searches;

import dev.evolve.loop.LoopState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.TreeMap;

/**
 * The whole state of a search that is held for others: the fold of its entries.
 *
 * @param searchId identity of the search and of its loop
 * @param seed of all chance in it
 * @param stepIndex steps advanced
 * @param request what was asked for
 * @param entries everything that happened, oldest first
 */
public record SearchState(
    String searchId, long seed, long stepIndex, SearchRequest request, List<SearchEntry> entries)
    implements LoopState {

  public SearchState {
    entries = List.copyOf(entries);
  }

  SearchState advance(List<SearchEntry> more) {
    List<SearchEntry> all = new ArrayList<>(entries);
    all.addAll(more);
    return new SearchState(searchId, seed, stepIndex + 1, request, all);
  }

  /** True once it was closed. */
  public boolean wasClosed() {
    return !entries.isEmpty() && entries.getLast() instanceof SearchEntry.Closed;
  }

  /** Proposals of which nothing was told, oldest first, with the time until which they are held. */
  public SequencedMap<SearchEntry.Asked, Instant> open() {
    TreeMap<Long, SearchEntry.Asked> asked = new TreeMap<>();
    TreeMap<Long, Instant> until = new TreeMap<>();
    for (SearchEntry entry : entries) {
      if (entry instanceof SearchEntry.Asked it) {
        asked.put(it.number(), it);
        until.put(it.number(), it.until());
      } else if (entry instanceof SearchEntry.AskedAgain it) {
        until.put(it.number(), it.until());
      } else if (entry instanceof SearchEntry.Told it && it.number() != null) {
        asked.remove(it.number());
      }
    }
    java.util.LinkedHashMap<SearchEntry.Asked, Instant> open = new java.util.LinkedHashMap<>();
    asked.forEach((number, it) -> open.put(it, until.getOrDefault(number, it.until())));
    return open;
  }

  /** A proposal of the search. */
  Optional<SearchEntry.Asked> asked(long number) {
    return entries.stream()
        .filter(SearchEntry.Asked.class::isInstance)
        .map(SearchEntry.Asked.class::cast)
        .filter(asked -> asked.number() == number)
        .findFirst();
  }

  /** Results told of a proposal: the one that counts first. */
  List<ToldResult> told(long number) {
    List<ToldResult> told = new ArrayList<>();
    for (SearchEntry entry : entries) {
      if (entry instanceof SearchEntry.Told it && it.number() != null && it.number() == number) {
        told.add(it.result());
      } else if (entry instanceof SearchEntry.ToldLate it && it.number() == number) {
        told.add(it.result());
      }
    }
    return told;
  }

  /** Results that the search learned from, its prior trials not among them. */
  public List<SearchEntry.Told> trials() {
    return entries.stream()
        .filter(SearchEntry.Told.class::isInstance)
        .map(SearchEntry.Told.class::cast)
        .toList();
  }

  /** Seconds of building and running told so far. */
  public double seconds() {
    return trials().stream().mapToDouble(told -> told.result().cost().seconds()).sum();
  }

  /** Why nothing more is given out; empty while the budget lasts. */
  public Optional<String> stopped() {
    SearchRequest.SearchBudget budget = request.budget();
    int evaluations = trials().size();
    if (evaluations >= budget.mostEvaluations()) {
      return Optional.of("the budget of " + budget.mostEvaluations() + " evaluations is used");
    }
    Double most = budget.seconds();
    if (most != null && seconds() >= most) {
      return Optional.of(
          String.format(Locale.ROOT, "the budget of %s seconds is used: %.1f", most, seconds()));
    }
    return Optional.empty();
  }
}
