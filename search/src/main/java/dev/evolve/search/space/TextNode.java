package dev.evolve.search.space;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A part of an expression that gives a text. */
sealed interface TextNode {

  /** The text at a point. */
  String value(long[] places);

  /** The only text that it can be; null if it may be several. */
  @Nullable String single(PlaceRanges ranges);

  /** A text as written. */
  record Constant(String text) implements TextNode {
    @Override
    public String value(long[] places) {
      return text;
    }

    @Override
    public String single(PlaceRanges ranges) {
      return text;
    }
  }

  /** A parameter. */
  record Listed(int parameter, List<String> values) implements TextNode {
    @Override
    public String value(long[] places) {
      return values.get((int) places[parameter]);
    }

    @Override
    public @Nullable String single(PlaceRanges ranges) {
      return ranges.isSet(parameter) ? values.get((int) ranges.low[parameter]) : null;
    }
  }
}
