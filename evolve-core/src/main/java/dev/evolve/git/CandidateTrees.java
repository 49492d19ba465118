package dev.evolve.git;

import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import dev.evolve.pack.BenchPack;
import dev.evolve.pack.Configuration;
import dev.evolve.pack.ConfigurationFiles;
import dev.evolve.pack.PackSource;
import dev.evolve.proposal.Changeset;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.eclipse.jgit.lib.AnyObjectId;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectInserter;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.lib.Repository;

/**
 * The tree that a changeset makes of a base commit. What is shown, measured and committed comes
 * from here. A changeset is untrusted: it may touch the pack's editable files and its configuration
 * file, as plain files, and nothing else.
 */
public final class CandidateTrees {

  private CandidateTrees() {}

  /**
   * The candidate's tree; its objects go to {@code inserter}.
   *
   * @throws EvolveException INVALID_REQUEST if the changeset does not apply or goes too far
   */
  public static ObjectId of(
      Repository repository,
      ObjectInserter inserter,
      PackSource source,
      BenchPack pack,
      Changeset changeset)
      throws IOException {
    PathRules rules = new PathRules(source.directory(), pack);
    try (ObjectReader reader = inserter.newReader()) {
      ObjectId base = new CheckedObjects(reader).treeOf(ObjectId.fromString(source.commit()));
      return switch (changeset) {
        case Changeset.Knobs knobs ->
            configured(inserter, base, rules, pack, knobs.from(), knobs.to());
        case Changeset.Diff diff ->
            new Patches(repository, inserter, rules::isEditable).apply(base, diff.unifiedDiff());
        case Changeset.KnobsAndDiff both ->
            configured(
                inserter,
                new Patches(repository, inserter, rules::isEditable)
                    .apply(base, both.unifiedDiff()),
                rules,
                pack,
                both.from(),
                both.to());
      };
    }
  }

  private static ObjectId configured(
      ObjectInserter inserter,
      AnyObjectId tree,
      PathRules rules,
      BenchPack pack,
      Configuration from,
      Configuration to)
      throws IOException {
    String path = rules.configurationPath();
    try (ObjectReader reader = inserter.newReader()) {
      CheckedObjects objects = new CheckedObjects(reader);
      byte[] before = PathRules.isPlain(path) ? objects.blobAt(tree, path) : null;
      if (before == null) {
        throw new EvolveException(
            ErrorCode.INVALID_REQUEST,
            "the pack's configuration file " + path + " is not a file of the base commit");
      }
      String after = rewritten(pack, path, new String(before, StandardCharsets.UTF_8), from, to);
      return TreeEdits.put(
          inserter, tree, path, objects.modeAt(tree, path), after.getBytes(StandardCharsets.UTF_8));
    }
  }

  /** The changeset must know what it replaces, or its rollback would not be known. */
  private static String rewritten(
      BenchPack pack, String path, String text, Configuration from, Configuration to) {
    ConfigurationFiles files = new ConfigurationFiles(pack);
    Configuration found = files.read(text);
    if (!found.equals(from)) {
      throw new EvolveException(
          ErrorCode.INVALID_REQUEST,
          path
              + " holds "
              + found.describeAgainst(from)
              + " where the changeset says that it changes "
              + from.describeAgainst(found)
              + "; start from what the file holds");
    }
    return files.write(text, to);
  }
}
