package dev.evolve.results;

/** Untrusted text, made fit to be shown. */
final class ResultText {

  private static final int LONGEST_NAME = 500;

  private ResultText() {}

  /** The beginning of a text, without control characters. */
  static String shown(String text, int limit) {
    StringBuilder safe = new StringBuilder();
    text.codePoints()
        .limit(limit + 1L)
        .map(point -> isControl(point) ? '?' : point)
        .forEach(safe::appendCodePoint);
    return safe.length() <= limit ? safe.toString() : safe.substring(0, limit) + "…";
  }

  /** A name, which is kept as it is or refused: two names must not become one. */
  static String name(String file, String place, String text) {
    if (text.isBlank()
        || text.length() > LONGEST_NAME
        || text.codePoints().anyMatch(ResultText::isControl)) {
      throw new UnreadableResultException(
          file,
          place,
          "wanted a name of 1 to "
              + LONGEST_NAME
              + " characters without control characters, found \""
              + shown(text, 60)
              + "\"");
    }
    return text;
  }

  private static boolean isControl(int point) {
    int type = Character.getType(point);
    return type == Character.CONTROL
        || type == Character.FORMAT
        || type == Character.SURROGATE
        || type == Character.LINE_SEPARATOR
        || type == Character.PARAGRAPH_SEPARATOR;
  }
}
