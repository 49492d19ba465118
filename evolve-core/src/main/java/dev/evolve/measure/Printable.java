package dev.evolve.measure;

/** Untrusted text, made fit for logs and pages: short, and without control characters. */
final class Printable {

  private Printable() {}

  /** The beginning of a text. */
  static String of(String text, int limit) {
    String safe = safe(text);
    return safe.length() <= limit ? safe : safe.substring(0, Math.max(0, limit)) + "…";
  }

  /** The end of a text. */
  static String endOf(String text, int limit) {
    String safe = safe(text);
    return safe.length() <= limit ? safe : "…" + safe.substring(safe.length() - limit + 1);
  }

  private static String safe(String text) {
    return text.codePoints()
        .map(point -> point == '\n' || point == '\t' || !isControl(point) ? point : '?')
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }

  private static boolean isControl(int point) {
    int type = Character.getType(point);
    return type == Character.CONTROL || type == Character.FORMAT || type == Character.SURROGATE;
  }
}
