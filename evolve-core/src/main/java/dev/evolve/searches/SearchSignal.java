package dev.evolve.searches;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.evolve.json.Json;
import dev.evolve.loop.Signal;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/** What is asked of a search that is held for others. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
  @JsonSubTypes.Type(value = SearchSignal.Ask.class, name = "ask"),
  @JsonSubTypes.Type(value = SearchSignal.Tell.class, name = "tell"),
  @JsonSubTypes.Type(value = SearchSignal.Close.class, name = "close")
})
public sealed interface SearchSignal {

  /** Name of the signals. */
  String NAME = "search";

  /** Give out points to measure. */
  record Ask(int count) implements SearchSignal {}

  /** Take results in. */
  record Tell(List<Result> results) implements SearchSignal {
    public Tell {
      results = List.copyOf(results);
    }
  }

  /** End the search. */
  record Close(String person) implements SearchSignal {}

  /**
   * A result.
   *
   * @param number of the proposal; null for a point that the search did not ask for
   * @param values of that point; null if there is a number
   * @param result what came of it
   */
  record Result(
      @Nullable Long number, @Nullable SortedMap<String, String> values, ToldResult result) {
    public Result {
      if ((number == null) == (values == null)) {
        throw new IllegalArgumentException(
            "a result names either the number of a proposal or the values of a point");
      }
    }
  }

  /** This as a signal to the loop. */
  default Signal toSignal() {
    return new Signal(NAME, Json.mapper().writerFor(SearchSignal.class).writeValueAsString(this));
  }

  /**
   * What a signal says.
   *
   * @throws IllegalArgumentException if it says nothing of this kind
   */
  static SearchSignal from(Signal signal) {
    return Json.read(signal.payload(), SearchSignal.class);
  }
}
