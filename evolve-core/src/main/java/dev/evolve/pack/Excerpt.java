package dev.evolve.pack;

/** Hostile text made fit for a message: one line, printable, short. */
final class Excerpt {

  private static final int LONGEST = 120;

  private Excerpt() {}

  static String of(String text) {
    StringBuilder printable = new StringBuilder();
    text.codePoints()
        .limit(LONGEST)
        .map(point -> Character.isISOControl(point) ? '?' : point)
        .forEach(printable::appendCodePoint);
    return text.codePointCount(0, text.length()) > LONGEST ? printable + "…" : printable.toString();
  }
}
