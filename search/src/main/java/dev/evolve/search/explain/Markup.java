package dev.evolve.search.explain;

/** Escapes texts that come from users: names, values, messages. */
final class Markup {

  /** A name or a value. */
  static final int SHORT = 80;

  private static final int LONGEST = 4_000;

  private Markup() {}

  /** For HTML and SVG, in text and in quoted attributes; control characters become spaces. */
  static String xml(String text) {
    StringBuilder escaped = new StringBuilder();
    clean(text)
        .codePoints()
        .forEach(
            point -> {
              switch (point) {
                case '&' -> escaped.append("&amp;");
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '"' -> escaped.append("&quot;");
                case '\'' -> escaped.append("&#39;");
                default -> escaped.appendCodePoint(point);
              }
            });
    return escaped.toString();
  }

  /** For Markdown, inside a line or a table cell. */
  static String markdown(String text) {
    return clean(text).replaceAll("([\\\\`*_{}\\[\\]<>#|!~&$])", "\\\\$1");
  }

  /** One line without control characters or unpaired surrogates, and of bounded length. */
  static String clean(String text) {
    return clean(text, LONGEST);
  }

  /** One line of at most so many characters. */
  static String clean(String text, int most) {
    StringBuilder clean = new StringBuilder();
    text.codePoints()
        .limit(most)
        .map(point -> isPlain(point) ? point : ' ')
        .forEach(clean::appendCodePoint);
    return text.codePointCount(0, text.length()) > most ? clean + "..." : clean.toString();
  }

  private static boolean isPlain(int point) {
    return switch (Character.getType(point)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.UNASSIGNED,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          false;
      default -> true;
    };
  }
}
