package dev.evolve.pack;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;

/** What must hold within one knob. */
final class KnobChecks {

  /** A wider range could not be counted without overflow. */
  private static final long LARGEST = 1L << 53;

  /** Words that an expression cannot use as the name of a knob. */
  private static final Set<String> RESERVED =
      Set.of(
          "as",
          "bool",
          "break",
          "bytes",
          "const",
          "continue",
          "double",
          "else",
          "false",
          "for",
          "function",
          "if",
          "import",
          "in",
          "int",
          "let",
          "list",
          "loop",
          "map",
          "namespace",
          "null",
          "null_type",
          "package",
          "return",
          "string",
          "true",
          "type",
          "uint",
          "var",
          "void",
          "while");

  private final BiConsumer<String, String> report;

  KnobChecks(BiConsumer<String, String> report) {
    this.report = report;
  }

  void check(Knob knob) {
    String field = FieldPath.child("knobs", knob.name());
    if (RESERVED.contains(knob.name())) {
      report.accept(field, knob.name() + " is a word of the expression language; rename the knob");
    }
    if (isSound(knob, field) && !KnobDomain.of(knob).contains(knob.defaultValue())) {
      report.accept(
          FieldPath.child(field, "default"),
          Excerpt.of(knob.defaultValue()) + " is not " + KnobDomain.of(knob).describe());
    }
  }

  private boolean isSound(Knob knob, String field) {
    return switch (knob) {
      case Knob.IntegerRange range -> isSoundRange(range, field);
      case Knob.Real real -> isSoundReal(real, field);
      case Knob.Ordinal ordinal -> areUnique(ordinal.values(), field);
      case Knob.Categorical categorical -> areUnique(categorical.values(), field);
      case Knob.Bool ignored -> true;
    };
  }

  private boolean isSoundRange(Knob.IntegerRange range, String field) {
    if (Math.abs((double) range.minimum()) > LARGEST
        || Math.abs((double) range.maximum()) > LARGEST) {
      report.accept(field, "bounds beyond ±2^53 are not accepted");
      return false;
    }
    if (range.minimum() > range.maximum()) {
      report.accept(
          FieldPath.child(field, "maximum"),
          range.maximum() + " is less than the minimum, " + range.minimum());
      return false;
    }
    return true;
  }

  private boolean isSoundReal(Knob.Real real, String field) {
    if (real.minimum() >= real.maximum()) {
      report.accept(
          FieldPath.child(field, "maximum"),
          real.maximum() + " is not more than the minimum, " + real.minimum());
      return false;
    }
    if (real.scale() == Knob.Scale.LOG && real.minimum() <= 0) {
      report.accept(
          FieldPath.child(field, "minimum"),
          real.minimum() + " has no place on a logarithmic scale; it must be more than 0");
      return false;
    }
    return true;
  }

  private boolean areUnique(List<String> values, String field) {
    Set<String> seen = new HashSet<>();
    for (int i = 0; i < values.size(); i++) {
      if (!seen.add(values.get(i))) {
        report.accept(
            FieldPath.item(FieldPath.child(field, "values"), i),
            Excerpt.of(values.get(i)) + " is given twice");
        return false;
      }
    }
    return true;
  }
}
