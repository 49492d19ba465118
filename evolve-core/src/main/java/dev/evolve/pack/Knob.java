package dev.evolve.pack;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.List;

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
  @JsonSubTypes.Type(value = Knob.Bool.class, name = "boolean")
})
public sealed interface Knob {

  /** The name; a C identifier. */
  String name();

  /** The baseline's value. */
  String defaultValue();

  /** What it does, for people. */
  String description();

  /** Whole numbers from {@code minimum} to {@code maximum}, every {@code step}. */
  record IntegerRange(
      String name, long minimum, long maximum, long step, String defaultValue, String description)
      implements Knob {}

  /** Numbers in an order that means something. */
  record Ordinal(String name, List<String> values, String defaultValue, String description)
      implements Knob {
    public Ordinal {
      values = List.copyOf(values);
    }
  }

  /** Real numbers, searched on a linear or logarithmic scale. */
  record Real(
      String name,
      double minimum,
      double maximum,
      Scale scale,
      String defaultValue,
      String description)
      implements Knob {}

  /** Names without an order. */
  record Categorical(String name, List<String> values, String defaultValue, String description)
      implements Knob {
    public Categorical {
      values = List.copyOf(values);
    }
  }

  /** {@code true} or {@code false}. */
  record Bool(String name, String defaultValue, String description) implements Knob {}

  /** Scale on which a real knob is searched. */
  enum Scale {
    LINEAR,
    LOG
  }
}
