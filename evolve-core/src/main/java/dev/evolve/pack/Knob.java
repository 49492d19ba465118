package dev.evolve.pack;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One thing that a configuration may set. A value is text in its canonical form, as it is written
 * to the configuration file; {@code defaultValue} is the baseline.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
  @JsonSubTypes.Type(value = Knob.IntegerRange.class, name = "integer"),
  @JsonSubTypes.Type(value = Knob.Ordinal.class, name = "ordinal"),
  @JsonSubTypes.Type(value = Knob.Real.class, name = "real"),
  @JsonSubTypes.Type(value = Knob.Categorical.class, name = "categorical"),
  @JsonSubTypes.Type(value = Knob.Bool.class, name = "boolean"),
  @JsonSubTypes.Type(value = Knob.Permutation.class, name = "permutation")
})
public sealed interface Knob {

  /** The name; a C identifier. */
  String name();

  /** The baseline's value. */
  String defaultValue();

  /** What it does, for people. */
  String description();

  /** The CEL expression under which it matters, as written; null if it always does. */
  @Nullable String when();

  /** The CEL expression under which it matters; where it does not hold it has its default. */
  default Optional<String> condition() {
    return Optional.ofNullable(when());
  }

  /** Whole numbers from {@code minimum} to {@code maximum}, every {@code step}. */
  record IntegerRange(
      String name,
      long minimum,
      long maximum,
      long step,
      String defaultValue,
      String description,
      @Nullable String when)
      implements Knob {
    /** One that always matters. */
    public IntegerRange(
        String name,
        long minimum,
        long maximum,
        long step,
        String defaultValue,
        String description) {
      this(name, minimum, maximum, step, defaultValue, description, null);
    }
  }

  /** Numbers in an order that means something. */
  record Ordinal(
      String name,
      List<String> values,
      String defaultValue,
      String description,
      @Nullable String when)
      implements Knob {
    public Ordinal {
      values = List.copyOf(values);
    }

    /** One that always matters. */
    public Ordinal(String name, List<String> values, String defaultValue, String description) {
      this(name, values, defaultValue, description, null);
    }
  }

  /** Real numbers, searched on a linear or logarithmic scale. */
  record Real(
      String name,
      double minimum,
      double maximum,
      Scale scale,
      String defaultValue,
      String description,
      @Nullable String when)
      implements Knob {
    /** One that always matters. */
    public Real(
        String name,
        double minimum,
        double maximum,
        Scale scale,
        String defaultValue,
        String description) {
      this(name, minimum, maximum, scale, defaultValue, description, null);
    }
  }

  /** Names without an order. */
  record Categorical(
      String name,
      List<String> values,
      String defaultValue,
      String description,
      @Nullable String when)
      implements Knob {
    public Categorical {
      values = List.copyOf(values);
    }

    /** One that always matters. */
    public Categorical(String name, List<String> values, String defaultValue, String description) {
      this(name, values, defaultValue, description, null);
    }
  }

  /** {@code true} or {@code false}. */
  record Bool(String name, String defaultValue, String description, @Nullable String when)
      implements Knob {
    /** One that always matters. */
    public Bool(String name, String defaultValue, String description) {
      this(name, defaultValue, description, null);
    }
  }

  /** An order of items, such as compiler passes; a value is the items joined by commas. */
  record Permutation(
      String name,
      List<String> items,
      String defaultValue,
      String description,
      @Nullable String when)
      implements Knob {
    public Permutation {
      items = List.copyOf(items);
    }
  }

  /** Scale on which a real knob is searched. */
  enum Scale {
    LINEAR,
    LOG
  }
}
