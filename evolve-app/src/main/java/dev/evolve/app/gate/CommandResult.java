package dev.evolve.app.gate;

/**
 * How a command ended.
 *
 * @param problem why it gave nothing, with the last line it printed; empty if it ended well
 * @param output what it printed to standard output
 * @param seconds wall time
 */
record CommandResult(String problem, String output, double seconds) {

  private static final int LONGEST = 300;

  /** The last line that says something, for people. */
  static String complaint(String output, String errors) {
    String said = errors.isBlank() ? output : errors;
    String last = said.strip().lines().reduce("", (before, line) -> line).strip();
    return last.length() > LONGEST ? last.substring(0, LONGEST) + "…" : last;
  }

  /** The same with what it complained of. */
  static String because(String how, String output, String errors) {
    String complaint = complaint(output, errors);
    return complaint.isEmpty() ? how : how + ": " + complaint;
  }
}
