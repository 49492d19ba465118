package dev.evolve.search.format;

import dev.evolve.search.space.Parameter;
import java.util.Comparator;
import java.util.List;
import java.util.stream.LongStream;

/** From the values of a tuner's file to the parameters of a space and back. */
public final class Literals {

  private static final int MOST_VALUES = 100_000;

  private Literals() {}

  /**
   * The parameter of some values: numbers become an ascending ordinal, both truth values a boolean,
   * all else a category.
   *
   * @param values at least one; one that is there twice counts once
   */
  public static Parameter parameter(String name, List<Literal> values) {
    List<Literal> distinct = values.stream().distinct().toList();
    if (distinct.stream().allMatch(Literal::isNumber)) {
      return new Parameter.Ordinal(
          name,
          distinct.stream()
              .sorted(Comparator.comparingDouble(Literal::number))
              .map(Literal::text)
              .toList());
    }
    boolean isBool = distinct.stream().allMatch(value -> value.kind() == Literal.Kind.BOOLEAN);
    return isBool && distinct.size() == 2
        ? new Parameter.Bool(name)
        : new Parameter.Categorical(name, distinct.stream().map(Literal::text).toList());
  }

  /**
   * All values of a parameter.
   *
   * @throws IllegalArgumentException if they are too many to be listed in a file
   */
  public static List<Literal> of(Parameter parameter) {
    if (parameter.size() > MOST_VALUES) {
      throw new IllegalArgumentException(
          parameter.name()
              + " has "
              + parameter.size()
              + " values; a file of a tuner lists at most "
              + MOST_VALUES);
    }
    return LongStream.range(0, parameter.size())
        .mapToObj(place -> of(parameter, parameter.at(place)))
        .toList();
  }

  /** A parameter's value. */
  public static Literal of(Parameter parameter, String text) {
    return switch (parameter) {
      case Parameter.Whole ignored -> new Literal(Literal.Kind.INTEGER, text);
      case Parameter.Real ignored -> new Literal(Literal.Kind.REAL, text);
      case Parameter.Ordinal ignored -> number(text);
      case Parameter.Bool ignored -> new Literal(Literal.Kind.BOOLEAN, text);
      case Parameter.Categorical ignored -> Literal.of(text);
      case Parameter.Permutation ignored -> Literal.of(text);
    };
  }

  private static Literal number(String text) {
    boolean isWhole = text.matches("-?\\d+");
    return new Literal(isWhole ? Literal.Kind.INTEGER : Literal.Kind.REAL, text);
  }
}
