package dev.evolve.gates;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import java.util.ArrayList;
import java.util.List;

/**
 * The parts of a unified diff in git's format that a scan needs. Lenient towards what it does not
 * know, strict towards what could hide something: whatever is no plain change of text is an oddity.
 *
 * @param files in the order of the diff
 */
record UnifiedDiff(List<ChangedFile> files) {

  private static final Pattern HUNK = Pattern.compile("^@@ -\\d+(?:,\\d+)? \\+(\\d+)(?:,\\d+)? @@");

  /**
   * One file of a diff.
   *
   * @param path new path, or the old one of a file that is deleted
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
    diff.lines().forEach(parser::take);
    return new UnifiedDiff(List.copyOf(parser.files));
  }

  /** Reads a diff line by line. */
  private static final class Parser {
    private final List<ChangedFile> files = new ArrayList<>();
    private String oldPath = "";
    private List<AddedLine> added = new ArrayList<>();
    private List<String> oddities = new ArrayList<>();
    private int newLine;
    private boolean inHunk;

    void take(String line) {
      Matcher hunk = HUNK.matcher(line);
      if (hunk.find()) {
        newLine = Integer.parseInt(hunk.group(1));
        inHunk = true;
      } else if (line.startsWith("diff --git ")) {
        header(line);
      } else if (inHunk && line.startsWith("+")) {
        added.add(new AddedLine(newLine++, line.substring(1)));
      } else if (inHunk && line.startsWith(" ")) {
        newLine++;
      } else if (!inHunk) {
        metadata(line);
      }
    }

    private void header(String line) {
      inHunk = false;
      int second = line.lastIndexOf(" b/");
      start(second < 0 ? line : line.substring(second + 3));
    }

    private void metadata(String line) {
      if (line.startsWith("--- ")) {
        oldPath = path(line);
      } else if (line.startsWith("+++ ")) {
        named(line);
      } else if (line.startsWith("old mode")
          || line.startsWith("new mode")
          || line.startsWith("rename ")
          || line.startsWith("copy ")
          || line.startsWith("Binary files")
          || line.startsWith("GIT binary patch")
          || line.startsWith("deleted file mode")
          || line.startsWith("new file mode 120000")
          || line.startsWith("new file mode 160000")) {
        oddities.add(line.strip());
      }
    }

    private void named(String line) {
      String newPath = path(line).equals("/dev/null") ? oldPath : path(line);
      if (files.isEmpty() || !files.getLast().path().equals(newPath)) {
        start(newPath);
      }
    }

    private void start(String path) {
      added = new ArrayList<>();
      oddities = new ArrayList<>();
      files.add(new ChangedFile(path, added, oddities));
    }

    private static String path(String line) {
      String path = line.substring(4).strip();
      return path.startsWith("a/") || path.startsWith("b/") ? path.substring(2) : path;
    }
  }
}
