package dev.evolve.search.format;

/** A file is not what it should be; the message begins with its name, line and column. */
public final class FormatException extends IllegalArgumentException {

  private static final long serialVersionUID = 1L;

  private final int line;
  private final int column;

  /**
   * Something wrong at a place.
   *
   * @param source name of the file
   * @param line from 1
   * @param column from 1
   * @param message what was wanted and what was found
   */
  public FormatException(String source, int line, int column, String message) {
    super(source + ", line " + line + ", column " + column + ": " + message);
    this.line = line;
    this.column = column;
  }

  /** The line, from 1. */
  public int line() {
    return line;
  }

  /** The column, from 1. */
  public int column() {
    return column;
  }
}
