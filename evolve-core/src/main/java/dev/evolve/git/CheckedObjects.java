package dev.evolve.git;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.eclipse.jgit.errors.MissingObjectException;
import org.eclipse.jgit.lib.AnyObjectId;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.FileMode;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectInserter;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.revwalk.RevCommit;
import org.eclipse.jgit.treewalk.CanonicalTreeParser;
import org.jspecify.annotations.Nullable;

/**
 * Reads objects and checks their hashes, which git itself does not do on every read. What comes
 * back is what the hash names, or nothing.
 */
public final class CheckedObjects {

  private static final int LARGEST_OBJECT = 64 * 1024 * 1024;

  private final ObjectReader reader;

  /**
   * @param reader where objects come from; stays the caller's to close
   */
  public CheckedObjects(ObjectReader reader) {
    this.reader = reader;
  }

  /** Where objects come from. */
  public ObjectReader reader() {
    return reader;
  }

  /** A commit. */
  public CommitObject commit(AnyObjectId id) throws IOException {
    return CommitObject.parse(read(id, Constants.OBJ_COMMIT));
  }

  /** The tree of a commit that anyone may have written. */
  public ObjectId treeOf(AnyObjectId commit) throws IOException {
    return RevCommit.parse(read(commit, Constants.OBJ_COMMIT)).getTree().copy();
  }

  /**
   * The bytes of an object.
   *
   * @throws IOException if it is missing, of another type, too large, or not what its hash names
   */
  public byte[] read(AnyObjectId id, int type) throws IOException {
    byte[] content = reader.open(id, type).getCachedBytes(LARGEST_OBJECT);
    ObjectId found;
    try (ObjectInserter.Formatter hasher = new ObjectInserter.Formatter()) {
      found = hasher.idFor(type, content);
    }
    if (!found.equals(id)) {
      throw new IOException(
          "object " + id.name() + " is damaged: its content has the hash " + found.name());
    }
    return content;
  }

  /** The file at a path, checked all the way down; null if there is none. */
  public byte @Nullable [] blobAt(AnyObjectId tree, String path) throws IOException {
    Entry entry = fileAt(tree, path);
    return entry == null ? null : read(entry.id(), Constants.OBJ_BLOB);
  }

  /** How the file at a path is stored; MISSING if there is none. */
  public FileMode modeAt(AnyObjectId tree, String path) throws IOException {
    Entry entry = fileAt(tree, path);
    return entry == null ? FileMode.MISSING : entry.mode();
  }

  private @Nullable Entry fileAt(AnyObjectId tree, String path) throws IOException {
    AnyObjectId current = tree;
    Entry found = null;
    String[] names = path.split("/");
    for (int depth = 0; depth < names.length; depth++) {
      boolean last = depth == names.length - 1;
      Entry entry = entry(current, names[depth]);
      boolean wanted =
          entry != null && (last ? isFile(entry.mode()) : entry.mode().equals(FileMode.TREE));
      if (entry == null || !wanted) {
        return null;
      }
      current = entry.id();
      found = entry;
    }
    return found;
  }

  private @Nullable Entry entry(AnyObjectId tree, String name) throws IOException {
    return entries(tree).stream().filter(e -> e.name().equals(name)).findFirst().orElse(null);
  }

  private static boolean isFile(FileMode mode) {
    return mode.equals(FileMode.REGULAR_FILE) || mode.equals(FileMode.EXECUTABLE_FILE);
  }

  /** Every file that differs between two trees, sorted by path; each object read is checked. */
  public List<TreeChange> compare(AnyObjectId before, AnyObjectId after) throws IOException {
    List<TreeChange> changes = new ArrayList<>();
    compare("", before, after, changes);
    changes.sort(Comparator.comparing(TreeChange::path));
    return List.copyOf(changes);
  }

  private void compare(
      String prefix, AnyObjectId before, AnyObjectId after, List<TreeChange> changes)
      throws IOException {
    if (before.equals(after)) {
      return;
    }
    TreeMap<String, Entry[]> names = new TreeMap<>();
    collect(before, 0, names);
    collect(after, 1, names);
    for (var pair : names.entrySet()) {
      compareEntry(prefix + pair.getKey(), pair.getValue()[0], pair.getValue()[1], changes);
    }
  }

  private void collect(AnyObjectId tree, int side, SortedMap<String, Entry[]> names)
      throws IOException {
    if (tree.equals(ObjectId.zeroId())) {
      return;
    }
    for (Entry entry : entries(tree)) {
      names.computeIfAbsent(entry.name(), name -> new Entry[] {Entry.NONE, Entry.NONE})[side] =
          entry;
    }
  }

  private void compareEntry(String path, Entry before, Entry after, List<TreeChange> changes)
      throws IOException {
    if (before.equals(after)) {
      return;
    }
    if (before.isTree() || after.isTree()) {
      compare(path + "/", before.treeOrNone(), after.treeOrNone(), changes);
    }
    Entry fileBefore = before.isTree() ? Entry.NONE : before;
    Entry fileAfter = after.isTree() ? Entry.NONE : after;
    if (!fileBefore.equals(fileAfter)) {
      checkBlob(fileBefore);
      checkBlob(fileAfter);
      changes.add(
          new TreeChange(
              path, fileBefore.mode(), fileBefore.id(), fileAfter.mode(), fileAfter.id()));
    }
  }

  private void checkBlob(Entry entry) throws IOException {
    if (!entry.equals(Entry.NONE) && !entry.mode().equals(FileMode.GITLINK)) {
      read(entry.id(), Constants.OBJ_BLOB);
    }
  }

  private List<Entry> entries(AnyObjectId tree) throws IOException {
    CanonicalTreeParser parser = new CanonicalTreeParser();
    try {
      parser.reset(read(tree, Constants.OBJ_TREE));
      List<Entry> entries = new ArrayList<>();
      for (; !parser.eof(); parser.next()) {
        entries.add(
            new Entry(
                parser.getEntryPathString(),
                parser.getEntryFileMode(),
                parser.getEntryObjectId().copy()));
      }
      return entries;
    } catch (MissingObjectException e) {
      throw e;
    } catch (RuntimeException e) {
      throw new IOException("tree " + tree.name() + " cannot be read", e);
    }
  }

  private record Entry(String name, FileMode mode, ObjectId id) {

    static final Entry NONE = new Entry("", FileMode.MISSING, ObjectId.zeroId());

    boolean isTree() {
      return mode.equals(FileMode.TREE);
    }

    ObjectId treeOrNone() {
      return isTree() ? id : ObjectId.zeroId();
    }
  }
}
