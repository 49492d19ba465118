package dev.evolve.app.histories;

import dev.evolve.app.histories.CommitHistory.Commit;
import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Reads a history from lines {@code commit,value[,value...]}, oldest first. A first line of names,
 * blank lines and lines that begin with {@code #} are passed over.
 */
public final class HistoryFile {

  private static final long LARGEST = 32L * 1024 * 1024;

  private HistoryFile() {}

  /** The history in a file. */
  public static CommitHistory read(Path file) {
    try {
      if (!Files.isRegularFile(file)) {
        throw new EvolveException(
            ErrorCode.INVALID_REQUEST,
            "wanted a file of lines commit,value[,value...], found "
                + (Files.exists(file) ? "no regular file" : "no file")
                + " at "
                + file);
      }
      if (Files.size(file) > LARGEST) {
        throw new EvolveException(
            ErrorCode.INVALID_REQUEST, file + " is larger than " + LARGEST + " bytes");
      }
      return parse(Files.readAllLines(file));
    } catch (IOException e) {
      throw new EvolveException(ErrorCode.INVALID_REQUEST, "cannot read " + file + ": " + e, e);
    }
  }

  static CommitHistory parse(List<String> lines) {
    List<Commit> commits = new ArrayList<>();
    boolean isFirst = true;
    for (int number = 1; number <= lines.size(); number++) {
      String line = lines.get(number - 1).strip();
      if (line.isEmpty() || line.startsWith("#")) {
        continue;
      }
      List<String> cells = Arrays.stream(line.split(",", -1)).map(HistoryFile::plain).toList();
      if (!isFirst || !isHeader(cells)) {
        commits.add(commit(cells, number));
      }
      isFirst = false;
    }
    return new CommitHistory(commits);
  }

  private static String plain(String cell) {
    String text = cell.strip();
    boolean isQuoted = text.length() > 1 && text.startsWith("\"") && text.endsWith("\"");
    return isQuoted ? text.substring(1, text.length() - 1) : text;
  }

  private static boolean isHeader(List<String> cells) {
    return cells.size() > 1 && cells.get(0).equalsIgnoreCase("commit");
  }

  private static Commit commit(List<String> cells, int line) {
    if (cells.size() < 2) {
      throw CommitHistory.refused(
          "line "
              + line
              + ": wanted commit,value[,value...], found only '"
              + cells.getFirst()
              + "'");
    }
    List<Double> values = new ArrayList<>();
    for (int i = 1; i < cells.size(); i++) {
      values.add(value(cells.get(i), line, i + 1));
    }
    return new Commit(cells.getFirst(), values);
  }

  private static double value(String cell, int line, int column) {
    try {
      double value = Double.parseDouble(cell);
      if (Double.isFinite(value)) {
        return value;
      }
    } catch (NumberFormatException e) {
      // Told below, together with what is a number and yet no measurement.
    }
    throw CommitHistory.refused(
        "line "
            + line
            + ", column "
            + column
            + ": wanted a finite number, found '"
            + cell
            + "'; measure the commit again or leave it out");
  }
}
