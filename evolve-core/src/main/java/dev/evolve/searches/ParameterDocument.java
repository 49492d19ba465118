package dev.evolve.searches;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.evolve.search.space.Parameter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A parameter as it is written in JSON.
 *
 * @param name an identifier, unique in the space
 * @param type which of the other fields are wanted
 * @param values of an ordinal (numbers, ascending), categorical or permutation (its items)
 * @param minimum of a whole or real number
 * @param maximum of a whole or real number
 * @param step of a whole number; 1 if absent
 * @param isLog true for a real number that is searched on a logarithmic scale
 */
public record ParameterDocument(
    String name,
    Type type,
    @Nullable List<String> values,
    @Nullable Double minimum,
    @Nullable Double maximum,
    @Nullable Long step,
    @JsonProperty("log") @Nullable Boolean isLog) {

  private static final double EXACT = 0x1p53;

  public ParameterDocument {
    values = values == null ? null : List.copyOf(values);
  }

  /** Kinds of parameters. */
  public enum Type {
    WHOLE,
    ORDINAL,
    REAL,
    CATEGORICAL,
    BOOL,
    PERMUTATION
  }

  /**
   * The parameter that is written here.
   *
   * @throws IllegalArgumentException naming the parameter and what is wrong with it
   */
  Parameter parameter() {
    return switch (wanted(type, "type")) {
      case WHOLE ->
          new Parameter.Whole(name, whole(minimum, "minimum"), whole(maximum, "maximum"), steps());
      case ORDINAL -> new Parameter.Ordinal(name, wanted(values, "values"));
      case REAL ->
          new Parameter.Real(
              name,
              wanted(minimum, "minimum"),
              wanted(maximum, "maximum"),
              Boolean.TRUE.equals(isLog));
      case CATEGORICAL -> new Parameter.Categorical(name, wanted(values, "values"));
      case BOOL -> new Parameter.Bool(name);
      case PERMUTATION -> new Parameter.Permutation(name, wanted(values, "values"));
    };
  }

  private long steps() {
    return step == null ? 1 : step;
  }

  private long whole(@Nullable Double number, String field) {
    double found = wanted(number, field);
    if (found != Math.rint(found) || Math.abs(found) > EXACT) {
      throw new IllegalArgumentException(
          name + ": " + field + " is " + found + "; wanted a whole number of at most 2^53");
    }
    return (long) found;
  }

  private <T> T wanted(@Nullable T value, String field) {
    if (value == null) {
      throw new IllegalArgumentException(
          name
              + ": a parameter"
              + (field.equals("type") ? "" : " of type " + type)
              + " needs "
              + field);
    }
    return value;
  }

  /** How a parameter is written. */
  static ParameterDocument of(Parameter parameter) {
    return switch (parameter) {
      case Parameter.Whole it ->
          new ParameterDocument(
              it.name(),
              Type.WHOLE,
              null,
              (double) it.minimum(),
              (double) it.maximum(),
              it.step(),
              null);
      case Parameter.Ordinal it -> listed(it.name(), Type.ORDINAL, it.values());
      case Parameter.Real it ->
          new ParameterDocument(
              it.name(), Type.REAL, null, it.minimum(), it.maximum(), null, it.isLog());
      case Parameter.Categorical it -> listed(it.name(), Type.CATEGORICAL, it.values());
      case Parameter.Bool it ->
          new ParameterDocument(it.name(), Type.BOOL, null, null, null, null, null);
      case Parameter.Permutation it -> listed(it.name(), Type.PERMUTATION, it.items());
    };
  }

  private static ParameterDocument listed(String name, Type type, List<String> values) {
    return new ParameterDocument(name, type, values, null, null, null, null);
  }
}
