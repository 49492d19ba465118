package dev.evolve.search.space;

import dev.cel.common.types.CelType;
import dev.cel.common.types.ListType;
import dev.cel.common.types.SimpleType;
import java.math.BigDecimal;
import java.util.List;
import java.util.stream.LongStream;

/**
 * A parameter as expressions see it: whole numbers, real numbers, texts, truths, or a list of texts
 * for an order.
 */
record TypedParameter(int index, Parameter parameter, Kind kind) {

  /** Types that expressions know. */
  enum Kind {
    WHOLE,
    REAL,
    TEXT,
    TRUTH,
    ORDER
  }

  static TypedParameter of(int index, Parameter parameter) {
    return new TypedParameter(
        index,
        parameter,
        switch (parameter) {
          case Parameter.Whole ignored -> Kind.WHOLE;
          case Parameter.Ordinal ordinal -> areWhole(ordinal) ? Kind.WHOLE : Kind.REAL;
          case Parameter.Real ignored -> Kind.REAL;
          case Parameter.Categorical ignored -> Kind.TEXT;
          case Parameter.Bool ignored -> Kind.TRUTH;
          case Parameter.Permutation ignored -> Kind.ORDER;
        });
  }

  private static boolean areWhole(Parameter.Ordinal ordinal) {
    return ordinal.values().stream()
        .map(value -> number(ordinal, value))
        .allMatch(value -> value.scale() <= 0 && value.abs().compareTo(LARGEST) <= 0);
  }

  private static final BigDecimal LARGEST = BigDecimal.valueOf(Long.MAX_VALUE);

  private static BigDecimal number(Parameter.Ordinal ordinal, String value) {
    try {
      return new BigDecimal(value);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          ordinal.name()
              + " is an ordinal, so numbers were wanted, found "
              + InvalidExpressionException.shortened(value)
              + "; a categorical parameter has names",
          e);
    }
  }

  String name() {
    return parameter.name();
  }

  CelType celType() {
    return switch (kind) {
      case WHOLE -> SimpleType.INT;
      case REAL -> SimpleType.DOUBLE;
      case TEXT -> SimpleType.STRING;
      case TRUTH -> SimpleType.BOOL;
      case ORDER -> ListType.create(SimpleType.STRING);
    };
  }

  /** The value of a place as CEL takes it. */
  Object value(long place) {
    return typed(parameter.at(place));
  }

  /** A value as CEL takes it; it need not be one of the parameter's. */
  Object typed(String text) {
    return switch (kind) {
      case WHOLE -> new BigDecimal(text).longValueExact();
      case REAL -> Double.valueOf(text);
      case TEXT -> text;
      case TRUTH -> Boolean.valueOf(text);
      case ORDER -> List.of(text.split(",", -1));
    };
  }

  WholeNode whole() {
    if (parameter instanceof Parameter.Whole range) {
      return new WholeNode.Counted(index, range.minimum(), range.step());
    }
    return WholeNode.Listed.of(
        index, LongStream.range(0, parameter.size()).map(at -> (long) value(at)).toArray());
  }

  TextNode text() {
    return new TextNode.Listed(
        index, LongStream.range(0, parameter.size()).mapToObj(parameter::at).toList());
  }

  RealNode real() {
    return RealNode.Listed.of(
        index,
        LongStream.range(0, parameter.size()).mapToDouble(at -> (double) value(at)).toArray());
  }
}
