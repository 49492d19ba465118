package dev.evolve.app.histories;

import dev.evolve.app.histories.HistoryReport.Change;
import dev.evolve.app.histories.HistoryReport.Level;
import dev.evolve.app.histories.HistoryReport.Suspicion;
import java.util.Locale;

/** A report as a table for people. */
public final class HistoryTable {

  private static final int LONGEST_NAME = 20;

  private HistoryTable() {}

  /** The text. */
  public static String of(HistoryReport report) {
    StringBuilder text = new StringBuilder();
    text.append(
        String.format(
            Locale.ROOT,
            "%d commits, %d %s (rule: %s)%n",
            report.commits(),
            report.changes().size(),
            report.changes().size() == 1 ? "change" : "changes",
            report.rule()));
    if (!report.changes().isEmpty()) {
      text.append(
          line("commit", "", "change", "99 % interval", "before", "after", "commits since"));
    }
    for (int i = 0; i < report.changes().size(); i++) {
      text.append(row(report.changes().get(i), report.levels().get(i), report.levels().get(i + 1)));
    }
    Suspicion suspect = report.suspect();
    return suspect == null ? text.toString() : text + suspicion(suspect);
  }

  private static String row(Change change, Level before, Level after) {
    Double low = change.low();
    Double high = change.high();
    return line(
        name(change.commit()),
        change.meaning().name().toLowerCase(Locale.ROOT),
        percent(change.relative()),
        low == null || high == null ? "" : percent(low) + " to " + percent(high),
        value(before.value()),
        value(after.value()),
        String.valueOf(after.commits()));
  }

  private static String line(Object... cells) {
    return String.format(Locale.ROOT, "  %-21s %-7s %9s  %-21s %12s %12s %14s%n", cells);
  }

  private static String suspicion(Suspicion suspect) {
    return String.format(
        Locale.ROOT,
        "suspect: a %s of about %s (%s) from %s on, not confirmed%n  %s%n",
        suspect.kind(),
        percent(suspect.relative()),
        suspect.meaning().name().toLowerCase(Locale.ROOT),
        name(suspect.onset()),
        suspect.action());
  }

  static String name(String commit) {
    String plain = commit.replaceAll("\\p{C}", " ");
    return plain.length() > LONGEST_NAME ? plain.substring(0, LONGEST_NAME) + "…" : plain;
  }

  static String percent(double relative) {
    return String.format(Locale.ROOT, "%+.1f %%", 100 * relative);
  }

  static String value(double value) {
    return String.format(Locale.ROOT, "%.5g", value);
  }
}
