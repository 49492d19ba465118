package dev.evolve.pack;

import dev.evolve.search.space.ExpressionCompiler;
import dev.evolve.search.space.Parameter;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;

/** What must hold within one knob. */
final class KnobChecks {

  /** A wider range could not be counted without overflow. */
  private static final long LARGEST = 1L << 53;

  private final BiConsumer<String, String> report;

  KnobChecks(BiConsumer<String, String> report) {
    this.report = report;
  }

  void check(Knob knob) {
    String field = FieldPath.child("knobs", knob.name());
    if (ExpressionCompiler.isReserved(knob.name())) {
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
      case Knob.Ordinal ordinal -> areUnique(ordinal.values(), field, "values");
      case Knob.Categorical categorical -> areUnique(categorical.values(), field, "values");
      case Knob.Permutation order -> isSoundOrder(order, field);
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

  private boolean isSoundOrder(Knob.Permutation order, String field) {
    if (order.items().size() > Parameter.Permutation.MOST_ITEMS) {
      report.accept(
          FieldPath.child(field, "items"),
          order.items().size()
              + " items; at most "
              + Parameter.Permutation.MOST_ITEMS
              + " can be ordered");
      return false;
    }
    return areUnique(order.items(), field, "items");
  }

  private boolean areUnique(List<String> values, String field, String list) {
    Set<String> seen = new HashSet<>();
    for (int i = 0; i < values.size(); i++) {
      if (!seen.add(values.get(i))) {
        report.accept(
            FieldPath.item(FieldPath.child(field, list), i),
            Excerpt.of(values.get(i)) + " is given twice");
        return false;
      }
    }
    return true;
  }
}
