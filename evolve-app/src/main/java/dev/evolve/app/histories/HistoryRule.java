package dev.evolve.app.histories;

import java.util.Arrays;
import java.util.Locale;

/** Whose rule finds the changes. */
public enum HistoryRule {
  /** Our own. */
  EVOLVE,
  /** Apache Otava's, with its defaults. */
  OTAVA,
  /** Mozilla Perfherder's, with its defaults. */
  PERFHERDER;

  /** The rule of a tool that can be reproduced. */
  public static HistoryRule compatible(String name) {
    return Arrays.stream(values())
        .filter(rule -> rule != EVOLVE && rule.text().equals(name))
        .findFirst()
        .orElseThrow(
            () -> CommitHistory.refused("wanted otava or perfherder as the rule, found " + name));
  }

  String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
