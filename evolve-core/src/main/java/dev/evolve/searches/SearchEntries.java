package dev.evolve.searches;

import dev.evolve.loop.WorkPayload;
import java.util.List;

/** What a step of a search decided: entries that are recorded and folded into the state. */
public record SearchEntries(List<SearchEntry> entries) implements WorkPayload {

  public SearchEntries {
    entries = List.copyOf(entries);
  }
}
