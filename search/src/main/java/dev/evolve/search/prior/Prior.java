package dev.evolve.search.prior;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.List;

/**
 * Everything that is remembered for a search; a plain value that is written as JSON, so that a
 * search that is resumed remembers the same.
 *
 * @param sources in a stable order
 */
public record Prior(List<KnownSpace> sources) {

  /** Remembers nothing. */
  public static final Prior NONE = new Prior(List.of());

  public Prior {
    sources = List.copyOf(sources);
  }

  /** True if there is no source. */
  @JsonIgnore
  public boolean isEmpty() {
    return sources.isEmpty();
  }

  /**
   * The same, small enough to be kept with a campaign.
   *
   * @param mostSources the first so many
   * @param mostTrials of each, the best and a spread of the others
   */
  public Prior bounded(int mostSources, int mostTrials) {
    return new Prior(
        sources.stream().limit(mostSources).map(source -> source.bounded(mostTrials)).toList());
  }
}
