package dev.evolve.git;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.eclipse.jgit.diff.DiffAlgorithm;
import org.eclipse.jgit.diff.DiffEntry;
import org.eclipse.jgit.diff.DiffFormatter;
import org.eclipse.jgit.diff.RawTextComparator;
import org.eclipse.jgit.lib.AnyObjectId;
import org.eclipse.jgit.lib.Config;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.treewalk.CanonicalTreeParser;

/**
 * The one form of diff that is shown, hashed and verified: three lines of context, full hashes, no
 * renames, whatever the repository's configuration says.
 */
public final class UnifiedDiffs {

  private static final int CONTEXT_LINES = 3;

  private UnifiedDiffs() {}

  /**
   * The diff between two trees.
   *
   * @param excludedPath a path that is left out, such as the envelope's; empty for none
   */
  public static String between(
      ObjectReader reader, AnyObjectId before, AnyObjectId after, String excludedPath)
      throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (DiffFormatter formatter = new DiffFormatter(out)) {
      formatter.setReader(reader, new Config());
      formatter.setContext(CONTEXT_LINES);
      formatter.setAbbreviationLength(Constants.OBJECT_ID_STRING_LENGTH);
      formatter.setDiffAlgorithm(
          DiffAlgorithm.getAlgorithm(DiffAlgorithm.SupportedAlgorithm.HISTOGRAM));
      formatter.setDiffComparator(RawTextComparator.DEFAULT);
      formatter.setDetectRenames(false);
      for (DiffEntry entry : formatter.scan(tree(reader, before), tree(reader, after))) {
        if (!pathOf(entry).equals(excludedPath)) {
          formatter.format(entry);
        }
      }
      formatter.flush();
    }
    return out.toString(StandardCharsets.UTF_8);
  }

  private static CanonicalTreeParser tree(ObjectReader reader, AnyObjectId id) throws IOException {
    return new CanonicalTreeParser(null, reader, id);
  }

  private static String pathOf(DiffEntry entry) {
    return entry.getChangeType() == DiffEntry.ChangeType.DELETE
        ? entry.getOldPath()
        : entry.getNewPath();
  }
}
