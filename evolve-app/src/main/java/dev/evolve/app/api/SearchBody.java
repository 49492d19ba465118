package dev.evolve.app.api;

import dev.evolve.search.format.T1Reader;
import dev.evolve.search.strategy.Strategies;
import dev.evolve.searches.SearchRequest;
import dev.evolve.searches.SpaceDocument;
import java.io.StringReader;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A search to begin: a space or a T1 document, and what is not left to the defaults.
 *
 * @param space parameters, constraints, conditions and defaults
 * @param t1 a T1 document instead, with its constraints in Python
 * @param strategy name of the strategy
 * @param seed of all chance; a fresh one if absent
 * @param budget evaluations and seconds
 * @param leaseSeconds after how long a proposal of which nothing was told is given out again
 * @param prior results from before, of this very space and machine
 * @param memoryOf pack or kernel of which what is remembered, of other machines too, guides the
 *     search for as long as it agrees; none if absent
 */
record SearchBody(
    @Nullable SpaceDocument space,
    @Nullable JsonNode t1,
    @Nullable String strategy,
    @Nullable Long seed,
    SearchRequest.@Nullable SearchBudget budget,
    @Nullable Long leaseSeconds,
    @Nullable List<SearchRequest.PriorTrial> prior,
    @Nullable String memoryOf) {

  /**
   * The search that is asked for.
   *
   * @throws IllegalArgumentException saying what is wrong
   */
  SearchRequest request(String owner, Instant now) {
    return new SearchRequest(
        document(),
        strategy == null ? Strategies.DEFAULT : strategy,
        budget == null ? new SearchRequest.SearchBudget(null, null) : budget,
        leaseSeconds == null ? SearchRequest.STANDARD_LEASE_SECONDS : leaseSeconds,
        prior == null ? List.of() : prior,
        owner,
        now);
  }

  private SpaceDocument document() {
    SpaceDocument written = space;
    JsonNode foreign = t1;
    if (written != null && foreign == null) {
      return written;
    }
    if (written == null && foreign != null) {
      return SpaceDocument.of(T1Reader.read(new StringReader(foreign.toString()), "t1").space());
    }
    throw new IllegalArgumentException("a search needs either a space or a t1 document");
  }
}
