package dev.evolve.git;

import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Predicate;
import org.eclipse.jgit.diff.DiffEntry;
import org.eclipse.jgit.lib.AnyObjectId;
import org.eclipse.jgit.lib.FileMode;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectInserter;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.lib.Repository;
import org.eclipse.jgit.patch.FileHeader;
import org.eclipse.jgit.patch.Patch;
import org.eclipse.jgit.patch.PatchApplier;
import org.eclipse.jgit.revwalk.RevWalk;

/**
 * Applies a unified diff to a tree. The diff is untrusted: it is refused unless it changes the text
 * of allowed, plain files; the tree that comes out is looked at again.
 */
public final class Patches {

  private final Repository repository;
  private final ObjectInserter inserter;
  private final Predicate<String> allowed;

  /**
   * @param repository where the tree is
   * @param inserter where new objects go
   * @param allowed which paths the diff may touch
   */
  public Patches(Repository repository, ObjectInserter inserter, Predicate<String> allowed) {
    this.repository = repository;
    this.inserter = inserter;
    this.allowed = allowed;
  }

  /**
   * The tree after the diff.
   *
   * @throws EvolveException INVALID_REQUEST saying which file is refused, and why
   */
  public ObjectId apply(AnyObjectId tree, String unifiedDiff) throws IOException {
    Patch patch = new Patch();
    patch.parse(new ByteArrayInputStream(unifiedDiff.getBytes(StandardCharsets.UTF_8)));
    if (!patch.getErrors().isEmpty()) {
      throw refused("it cannot be read: " + patch.getErrors().getFirst());
    }
    if (patch.getFiles().isEmpty()) {
      throw refused("it changes no file");
    }
    Set<String> seen = new HashSet<>();
    for (FileHeader file : patch.getFiles()) {
      checkHeader(file, seen);
    }
    ObjectId after = applied(tree, patch);
    checkTree(tree, after);
    return after;
  }

  private ObjectId applied(AnyObjectId tree, Patch patch) throws IOException {
    try (RevWalk walk = new RevWalk(inserter.newReader())) {
      PatchApplier.Result result =
          new PatchApplier(repository, walk.parseTree(tree), inserter).applyPatch(patch);
      if (!result.getErrors().isEmpty()) {
        throw refused("it does not apply: " + result.getErrors().getFirst());
      }
      return result.getTreeId();
    }
  }

  private void checkHeader(FileHeader file, Set<String> seen) {
    boolean added = file.getChangeType() == DiffEntry.ChangeType.ADD;
    String path = added ? file.getNewPath() : file.getOldPath();
    if (file.getPatchType() != FileHeader.PatchType.UNIFIED) {
      throw refused("the change of " + path + " is not text");
    }
    switch (file.getChangeType()) {
      case ADD, DELETE -> {}
      case MODIFY -> {
        if (!file.getOldPath().equals(file.getNewPath())) {
          throw refused("it renames " + path + "; delete one file and add the other");
        }
      }
      case RENAME, COPY -> throw refused("it renames or copies " + path);
    }
    if (!allowed.test(path)) {
      throw refused(path + " is not among the pack's editable files");
    }
    if (!seen.add(path)) {
      throw refused("it changes " + path + " twice");
    }
  }

  /** The tree is what counts, whatever the headers said. */
  private void checkTree(AnyObjectId before, AnyObjectId after) throws IOException {
    try (ObjectReader reader = inserter.newReader()) {
      for (TreeChange change : new CheckedObjects(reader).compare(before, after)) {
        if (!allowed.test(change.path())) {
          throw refused(change.path() + " is not among the pack's editable files");
        }
        if (!hasPlainModes(change)) {
          throw refused("it changes the kind of " + change.path());
        }
      }
    }
  }

  private static boolean hasPlainModes(TreeChange change) {
    if (change.isAddition()) {
      return change.newMode().equals(FileMode.REGULAR_FILE);
    }
    boolean plain =
        change.oldMode().equals(FileMode.REGULAR_FILE)
            || change.oldMode().equals(FileMode.EXECUTABLE_FILE);
    return plain && (change.isDeletion() || change.newMode().equals(change.oldMode()));
  }

  private static EvolveException refused(String why) {
    return new EvolveException(ErrorCode.INVALID_REQUEST, "the diff is refused: " + why);
  }
}
