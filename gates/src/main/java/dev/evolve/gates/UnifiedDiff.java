package dev.evolve.gates;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import java.util.ArrayList;
import java.util.List;

/**
 * A unified diff in git's format, read so that nothing in it goes unseen. Hunks are followed by the
 * line counts of their headers, so a line of a file is never taken for a header nor a header for a
 * line; whatever is no plain change of text, or is not understood, is an oddity of its file.
 *
 * @param files in the order of the diff
 */
record UnifiedDiff(List<ChangedFile> files) {

  /** Stands for text that belongs to no file; never an allowed path. */
  static final String NO_FILE = "(outside any file)";

  private static final Pattern HUNK =
      Pattern.compile("^@@ -\\d{1,9}(?:,(\\d{1,9}))? \\+(\\d{1,9})(?:,(\\d{1,9}))? @@");

  private static final Pattern PLAIN_METADATA =
      Pattern.compile(
          "^(?:index [0-9a-f]+\\.\\.[0-9a-f]+(?: 100(?:644|755))?|new file mode 100644)$");

  private static final int MAXIMUM_ODDITIES = 5;

  /**
   * One file of a diff.
   *
   * @param path the path that the diff names
   * @param added lines that it adds
   * @param oddities whatever is no plain change of text
   */
  record ChangedFile(String path, List<AddedLine> added, List<String> oddities) {}

  /**
   * A line that a diff adds.
   *
   * @param number its number in the new file, from 1
   * @param text without the plus sign
   */
  record AddedLine(int number, String text) {}

  static UnifiedDiff parse(String diff) {
    Parser parser = new Parser();
    if (!diff.isBlank()) {
      String body = diff.endsWith("\n") ? diff.substring(0, diff.length() - 1) : diff;
      // Only a line feed ends a line: a lone carriage return would hide what follows it.
      for (String line : body.split("\n", -1)) {
        parser.take(line);
      }
      parser.end();
    }
    return new UnifiedDiff(List.copyOf(parser.files));
  }

  /** Reads a diff line by line. */
  private static final class Parser {
    private final List<ChangedFile> files = new ArrayList<>();
    private String oldPath = "";
    private boolean named;
    private int newLine;
    private long oldLeft;
    private long newLeft;

    void take(String line) {
      if (oldLeft > 0 || newLeft > 0) {
        inHunk(line);
      } else if (line.startsWith("diff --git ")) {
        start(headerPath(line.substring("diff --git ".length())));
      } else if (line.startsWith("@@ ")) {
        hunk(line);
      } else if (line.startsWith("--- ")) {
        oldPath(line);
      } else if (line.startsWith("+++ ")) {
        newPath(line);
      } else if (!line.startsWith("\\ ") && !PLAIN_METADATA.matches(line)) {
        odd(line);
      }
    }

    void end() {
      if (oldLeft > 0 || newLeft > 0) {
        odd("a hunk that is cut off");
      }
    }

    private void inHunk(String line) {
      if (line.startsWith("+")) {
        newLeft--;
        current().added().add(new AddedLine(newLine++, line.substring(1)));
      } else if (line.startsWith("-")) {
        oldLeft--;
      } else if (line.isEmpty() || line.startsWith(" ")) {
        oldLeft--;
        newLeft--;
        newLine++;
      } else if (!line.startsWith("\\ ")) {
        oldLeft = 0;
        newLeft = 0;
        odd("a hunk that breaks off");
        take(line);
      }
      if (oldLeft < 0 || newLeft < 0) {
        odd("a hunk longer than it says");
        oldLeft = Math.max(0, oldLeft);
        newLeft = Math.max(0, newLeft);
      }
    }

    private void hunk(String line) {
      Matcher matcher = HUNK.matcher(line);
      if (!matcher.find() || !named) {
        odd(line);
        return;
      }
      oldLeft = count(matcher.group(1));
      newLine = Integer.parseInt(matcher.group(2));
      newLeft = count(matcher.group(3));
    }

    private static long count(String group) {
      return group == null ? 1 : Long.parseLong(group);
    }

    private void oldPath(String line) {
      oldPath = path(line);
      if (named) {
        start(oldPath);
      }
    }

    private void newPath(String line) {
      String newPath = path(line);
      String path = newPath.equals("/dev/null") ? oldPath : newPath;
      if (files.isEmpty() || named) {
        start(path);
      }
      named = true;
      boolean sameFile = path.equals(current().path());
      boolean sameSides = oldPath.equals("/dev/null") || oldPath.equals(path);
      if (!sameFile || !sameSides) {
        odd("several names: " + current().path() + ", " + oldPath + ", " + newPath);
      }
      if (newPath.equals("/dev/null")) {
        odd("a file that is deleted");
      }
    }

    private void start(String path) {
      named = false;
      files.add(new ChangedFile(path, new ArrayList<>(), new ArrayList<>()));
    }

    private ChangedFile current() {
      if (files.isEmpty()) {
        start(NO_FILE);
      }
      return files.getLast();
    }

    private void odd(String what) {
      List<String> oddities = current().oddities();
      if (oddities.size() < MAXIMUM_ODDITIES) {
        oddities.add(what.length() > 80 ? what.substring(0, 80) + "…" : what);
      }
    }

    /** Of {@code a/PATH b/PATH}; the whole text where it is anything else. */
    private static String headerPath(String names) {
      int length = (names.length() - "a/ b/".length()) / 2;
      String path = length > 0 ? names.substring(2, 2 + length) : "";
      return names.equals("a/" + path + " b/" + path) ? path : names;
    }

    private static String path(String line) {
      String path = line.substring(4);
      String bare = path.endsWith("\t") ? path.substring(0, path.length() - 1) : path;
      return bare.startsWith("a/") || bare.startsWith("b/") ? bare.substring(2) : bare;
    }
  }
}
