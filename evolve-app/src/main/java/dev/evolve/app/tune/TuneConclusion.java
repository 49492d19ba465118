package dev.evolve.app.tune;

import dev.evolve.search.space.Point;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a tuning came to, apart from what it measured.
 *
 * @param named the configuration to use where that is more than the best mean, such as one that was
 *     confirmed; null if the best mean decides
 * @param standing what was shown of it, such as {@code IMPROVED}; null if nothing was to be shown
 * @param verdict that as a sentence; null likewise
 * @param stopped why no more was measured although the budget allowed it; null if it was not so
 */
public record TuneConclusion(
    @Nullable Point named,
    @Nullable String standing,
    @Nullable String verdict,
    @Nullable String stopped) {

  /** Nothing but what was measured. */
  public static final TuneConclusion NONE = new TuneConclusion(null, null, null, null);

  /** A tuning whose best mean decides. */
  public static TuneConclusion stopped(@Nullable String why) {
    return new TuneConclusion(null, null, null, why);
  }

  /** What it says, sentences, the most important first. */
  public List<String> sentences() {
    return Stream.of(verdict, stopped).filter(Objects::nonNull).map(Objects::toString).toList();
  }
}
