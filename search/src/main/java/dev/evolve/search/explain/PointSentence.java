package dev.evolve.search.explain;

import dev.evolve.search.Trial;
import dev.evolve.search.explain.PointExplanation.Change;
import dev.evolve.search.explain.PointExplanation.Near;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Says a {@link PointExplanation} in words. */
final class PointSentence {

  /** A change by less than this share is not worth a word. */
  private static final double WORTH_SAYING = 0.005;

  private static final int MOST_CHANGES = 3;

  private PointSentence() {}

  /** What is expected. */
  static String of(
      Scale scale,
      @Nullable Trial best,
      @Nullable Interval predicted,
      double failing,
      List<Change> changes) {
    StringBuilder sentence = new StringBuilder();
    if (predicted == null || best == null) {
      sentence.append("Too few trials for a prediction.");
    } else {
      sentence.append(
          "Expected %s (%s to %s); the best so far is %s."
              .formatted(
                  Numbers.brief(predicted.estimate()),
                  Numbers.brief(predicted.low()),
                  Numbers.brief(predicted.high()),
                  Numbers.brief(Incumbents.value(best))));
    }
    sentence.append(changes(scale, changes, true)).append(changes(scale, changes, false));
    if (failing >= 0.01) {
      sentence
          .append(" It fails with a probability of ")
          .append(Numbers.percent(failing))
          .append(".");
    }
    return sentence.toString();
  }

  private static String changes(Scale scale, List<Change> changes, boolean isHelp) {
    List<Change> ordered = isHelp ? changes : changes.reversed();
    List<String> said =
        ordered.stream()
            .filter(
                change ->
                    isWorthSaying(scale, change) && scale.isHelpful(change.effect()) == isHelp)
            .limit(MOST_CHANGES)
            .map(change -> change(scale, change))
            .toList();
    return said.isEmpty()
        ? ""
        : (isHelp ? " Against the best, helps: " : " Against the best, hurts: ")
            + String.join("; ", said)
            + ".";
  }

  private static boolean isWorthSaying(Scale scale, Change change) {
    return scale.isOfRatios()
        ? Math.abs(change.effect() - 1) >= WORTH_SAYING
        : change.effect() != 0;
  }

  private static String change(Scale scale, Change change) {
    String amount =
        scale.isOfRatios()
            ? signed(Numbers.percent(Math.abs(change.effect() - 1)), change.effect() < 1)
            : signed(Numbers.brief(Math.abs(change.effect())), change.effect() < 0);
    return "%s %s instead of %s (%s)"
        .formatted(name(change.parameter()), name(change.to()), name(change.from()), amount);
  }

  private static String name(String text) {
    return Markup.clean(text, Markup.SHORT);
  }

  private static String signed(String amount, boolean isMinus) {
    return (isMinus ? "-" : "+") + amount;
  }

  /** What is near. */
  static String of(List<Near> nearest, List<String> untried) {
    List<String> parts = new ArrayList<>();
    if (!nearest.isEmpty()) {
      Near near = nearest.getFirst();
      String differs =
          near.differs().entrySet().stream()
              .limit(MOST_CHANGES)
              .map(entry -> name(entry.getKey()) + " = " + name(entry.getValue()))
              .collect(Collectors.joining(", "));
      int more = near.differs().size() - MOST_CHANGES;
      parts.add(
          " The nearest known point has "
              + differs
              + (more > 0 ? " and " + more + " more differences" : "")
              + " and "
              + near.outcome()
              + ".");
    }
    if (!untried.isEmpty()) {
      parts.add(
          " Never tried before: "
              + untried.stream()
                  .limit(MOST_CHANGES)
                  .map(PointSentence::name)
                  .collect(Collectors.joining(", "))
              + ".");
    }
    return String.join("", parts);
  }
}
