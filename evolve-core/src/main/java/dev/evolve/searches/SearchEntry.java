package dev.evolve.searches;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Something that happened in a search that is held for others. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
  @JsonSubTypes.Type(value = SearchEntry.Asked.class, name = "asked"),
  @JsonSubTypes.Type(value = SearchEntry.AskedAgain.class, name = "asked-again"),
  @JsonSubTypes.Type(value = SearchEntry.Told.class, name = "told"),
  @JsonSubTypes.Type(value = SearchEntry.ToldLate.class, name = "told-late"),
  @JsonSubTypes.Type(value = SearchEntry.Closed.class, name = "closed")
})
public sealed interface SearchEntry {

  /**
   * A point was given out.
   *
   * @param number of the proposal, from 0
   * @param places of the point
   * @param strategy who chose it
   * @param reason why
   * @param until when it may be given out again if nothing was told of it
   */
  record Asked(long number, List<Long> places, String strategy, String reason, Instant until)
      implements SearchEntry {
    public Asked {
      places = List.copyOf(places);
    }
  }

  /** A proposal of which nothing was told in time was given out again. */
  record AskedAgain(long number, Instant until) implements SearchEntry {}

  /**
   * A result that the search learned from.
   *
   * @param number of the proposal; null if the search did not ask for it
   * @param places of the point
   * @param result what came of it
   * @param at when it was told
   */
  record Told(@Nullable Long number, List<Long> places, ToldResult result, Instant at)
      implements SearchEntry {
    public Told {
      places = List.copyOf(places);
    }
  }

  /** Another result of a proposal that was told already: kept, but nothing is learned from it. */
  record ToldLate(long number, ToldResult result, Instant at) implements SearchEntry {}

  /** The search was closed. */
  record Closed(String person, Instant at) implements SearchEntry {}
}
