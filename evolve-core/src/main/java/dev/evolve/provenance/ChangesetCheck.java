package dev.evolve.provenance;

import dev.evolve.git.CandidateTrees;
import dev.evolve.git.CheckedObjects;
import dev.evolve.git.TreeChange;
import dev.evolve.git.TreeEdits;
import dev.evolve.git.UnstoredObjects;
import dev.evolve.pack.BenchPack;
import dev.evolve.pack.PackReader;
import dev.evolve.pack.PackSource;
import dev.evolve.proposal.Changeset;
import java.io.IOException;
import org.eclipse.jgit.lib.FileMode;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.Repository;

/**
 * Makes the change again from the envelope: the pack as the base commit declares it, and the
 * changeset, must give the very tree that was committed.
 */
final class ChangesetCheck {

  private static final String PACK_FILE = PackReader.FILE_NAME;

  private final Repository repository;
  private final CheckedObjects objects;

  ChangesetCheck(Repository repository, CheckedObjects objects) {
    this.repository = repository;
    this.objects = objects;
  }

  /** What was found; an exception says what does not fit. */
  String check(
      String baseCommit, ObjectId tree, Changeset changeset, String envelopePath, byte[] envelope)
      throws IOException {
    ObjectId base = objects.treeOf(ObjectId.fromString(baseCommit));
    String directory = packDirectory(base, tree, envelopePath);
    PackSource source = new PackSource("", "", baseCommit, directory);
    try (UnstoredObjects scratch = new UnstoredObjects(repository)) {
      ObjectId candidate =
          CandidateTrees.of(repository, scratch, source, packAt(base, directory), changeset);
      ObjectId expected =
          TreeEdits.put(scratch, candidate, envelopePath, FileMode.REGULAR_FILE, envelope);
      if (!expected.equals(tree)) {
        throw CheckList.broken(
            "the tree that the changeset makes of the base, " + expected.name(), tree.name());
      }
    }
    return "the changeset gives the committed tree";
  }

  /** The directory of the pack: the nearest one above the changed files that declares one. */
  private String packDirectory(ObjectId base, ObjectId tree, String envelopePath)
      throws IOException {
    for (TreeChange change : objects.compare(base, tree)) {
      if (!change.path().equals(envelopePath)) {
        return nearestPack(base, change.path());
      }
    }
    throw CheckList.broken("a change beside the envelope", "none");
  }

  private String nearestPack(ObjectId base, String path) throws IOException {
    String directory = path;
    while (!directory.isEmpty()) {
      directory = directory.substring(0, Math.max(0, directory.lastIndexOf('/')));
      if (objects.blobAt(base, packFile(directory)) != null) {
        return directory;
      }
    }
    throw CheckList.broken("an " + PACK_FILE + " above " + path, "none in the base commit");
  }

  private BenchPack packAt(ObjectId base, String directory) throws IOException {
    byte[] yaml = objects.blobAt(base, packFile(directory));
    if (yaml == null) {
      throw CheckList.broken(packFile(directory), "none in the base commit");
    }
    return new PackReader().read(yaml, packFile(directory));
  }

  private static String packFile(String directory) {
    return directory.isEmpty() ? PACK_FILE : directory + "/" + PACK_FILE;
  }
}
