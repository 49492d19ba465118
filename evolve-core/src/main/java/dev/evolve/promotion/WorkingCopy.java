package dev.evolve.promotion;

import dev.evolve.git.CheckedObjects;
import dev.evolve.git.TreeChange;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.eclipse.jgit.dircache.DirCache;
import org.eclipse.jgit.dircache.DirCacheEditor;
import org.eclipse.jgit.dircache.DirCacheEntry;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.FileMode;
import org.eclipse.jgit.lib.IndexDiff;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.lib.Repository;
import org.eclipse.jgit.lib.RepositoryState;
import org.eclipse.jgit.treewalk.FileTreeIterator;
import org.jspecify.annotations.Nullable;

/**
 * The files that a person has checked out of the branch. They are changed only after the branch
 * has, only where the commit changed something, byte for byte, and never over a person's own work.
 */
final class WorkingCopy {

  private static final int NAMES_SHOWN = 5;

  private final Repository repository;
  private final Path root;

  private WorkingCopy(Repository repository) {
    this.repository = repository;
    this.root = repository.getWorkTree().toPath();
  }

  /** The working copy, if the repository has one and the branch is checked out there. */
  static Optional<WorkingCopy> of(Repository repository, String branch) throws IOException {
    boolean checkedOut =
        !repository.isBare() && (Constants.R_HEADS + branch).equals(repository.getFullBranch());
    return checkedOut ? Optional.of(new WorkingCopy(repository)) : Optional.empty();
  }

  /** Another working directory of the repository that has the branch checked out, if any. */
  static Optional<String> elsewhere(Repository repository, String branch) throws IOException {
    Path worktrees = repository.getCommonDirectory().toPath().resolve("worktrees");
    if (!Files.isDirectory(worktrees)) {
      return Optional.empty();
    }
    try (Stream<Path> all = Files.list(worktrees)) {
      for (Path worktree : all.sorted().toList()) {
        Path head = worktree.resolve(Constants.HEAD);
        boolean own = worktree.toFile().equals(repository.getDirectory());
        if (!own
            && Files.isRegularFile(head)
            && Files.readString(head).strip().equals("ref: " + Constants.R_HEADS + branch)) {
          return Optional.of(worktree.getFileName().toString());
        }
      }
    }
    return Optional.empty();
  }

  /** What a person has changed and not committed, named; empty if nothing. */
  Set<String> ownChanges(boolean alsoUntracked) throws IOException {
    IndexDiff diff = new IndexDiff(repository, Constants.HEAD, new FileTreeIterator(repository));
    diff.diff();
    TreeSet<String> paths = new TreeSet<>();
    paths.addAll(diff.getAdded());
    paths.addAll(diff.getChanged());
    paths.addAll(diff.getRemoved());
    paths.addAll(diff.getMissing());
    paths.addAll(diff.getModified());
    paths.addAll(diff.getConflicting());
    if (alsoUntracked) {
      paths.addAll(diff.getUntracked());
    }
    return paths;
  }

  /** Why the commit cannot be checked out here; empty if it can. */
  Optional<String> obstacle(ObjectId before, ObjectId after) throws IOException {
    Optional<String> busy = busy();
    if (busy.isPresent()) {
      return busy;
    }
    Set<String> own = ownChanges(false);
    if (!own.isEmpty()) {
      return Optional.of(
          "the working directory "
              + root
              + " has changes of its own ("
              + named(own)
              + "); commit, stash or discard them, then try again");
    }
    for (TreeChange change : changes(before, after)) {
      Optional<String> inTheWay = inTheWay(change);
      if (inTheWay.isPresent()) {
        return inTheWay;
      }
    }
    return Optional.empty();
  }

  /** Looked at before the branch moves, since the files could not follow it afterwards. */
  private Optional<String> busy() {
    Path lock = Path.of(repository.getIndexFile() + ".lock");
    if (Files.exists(lock)) {
      return Optional.of(
          "git is at work in "
              + root
              + ", or was killed there: wait for it, or delete "
              + lock
              + " if no git is running");
    }
    RepositoryState state = repository.getRepositoryState();
    return state == RepositoryState.SAFE
        ? Optional.empty()
        : Optional.of(
            "the working directory "
                + root
                + " is in the middle of something ("
                + state.getDescription()
                + "); finish or abort it, then try again");
  }

  private Optional<String> inTheWay(TreeChange change) throws IOException {
    Path file = root.resolve(change.path());
    if (!isInside(file)) {
      return Optional.of(
          change.path() + " is behind a symbolic link or a file in the working directory " + root);
    }
    if (change.isAddition()
        && Files.exists(file, LinkOption.NOFOLLOW_LINKS)
        && !holds(file, change.newId())) {
      return Optional.of(
          "the file "
              + change.path()
              + " in "
              + root
              + " is not tracked and would be overwritten; move it away, then try again");
    }
    return Optional.empty();
  }

  /**
   * Brings files and index from one tree to another. May be done again after a crash in the middle;
   * a file that a person has changed meanwhile is left alone.
   */
  void update(ObjectId before, ObjectId after) throws IOException {
    DirCache index = repository.lockDirCache();
    try {
      DirCacheEditor editor = index.editor();
      for (TreeChange change : changes(before, after)) {
        updateFile(index, editor, change);
      }
      if (!editor.commit()) {
        throw new IOException("the index of " + root + " cannot be written");
      }
    } finally {
      index.unlock();
    }
  }

  private void updateFile(DirCache index, DirCacheEditor editor, TreeChange change)
      throws IOException {
    Path file = root.resolve(change.path());
    DirCacheEntry entry = index.getEntry(change.path());
    ObjectId indexed = entry == null ? ObjectId.zeroId() : entry.getObjectId();
    if (!indexed.equals(change.oldId()) || !isInside(file) || isAPersons(file, change)) {
      return;
    }
    if (change.isDeletion()) {
      Files.deleteIfExists(file);
      editor.add(new DirCacheEditor.DeletePath(change.path()));
      deleteEmptyParents(file);
    } else {
      write(file, change);
      editor.add(new WrittenFile(change, file));
    }
  }

  private boolean isAPersons(Path file, TreeChange change) throws IOException {
    if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      return false;
    }
    return !holds(file, change.oldId()) && !holds(file, change.newId());
  }

  private void write(Path file, TreeChange change) throws IOException {
    Path parent = file.getParent();
    if (parent == null) {
      throw new IOException(file + " has no directory");
    }
    Files.createDirectories(parent);
    Path draft = Files.createTempFile(parent, ".evolve-", ".tmp");
    try {
      Files.write(draft, content(change.newId()));
      setPermissions(draft, change.newMode().equals(FileMode.EXECUTABLE_FILE));
      Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(draft);
    }
  }

  private static void setPermissions(Path file, boolean executable) throws IOException {
    PosixFileAttributeView view = Files.getFileAttributeView(file, PosixFileAttributeView.class);
    if (view == null) {
      return;
    }
    Set<PosixFilePermission> permissions = new TreeSet<>();
    permissions.add(PosixFilePermission.OWNER_READ);
    permissions.add(PosixFilePermission.OWNER_WRITE);
    permissions.add(PosixFilePermission.GROUP_READ);
    permissions.add(PosixFilePermission.OTHERS_READ);
    if (executable) {
      permissions.add(PosixFilePermission.OWNER_EXECUTE);
      permissions.add(PosixFilePermission.GROUP_EXECUTE);
      permissions.add(PosixFilePermission.OTHERS_EXECUTE);
    }
    view.setPermissions(permissions);
  }

  private void deleteEmptyParents(Path file) throws IOException {
    Path directory = file.getParent();
    while (directory != null && !directory.equals(root) && isEmptyDirectory(directory)) {
      Files.delete(directory);
      directory = directory.getParent();
    }
  }

  private static boolean isEmptyDirectory(Path directory) throws IOException {
    if (!Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
      return false;
    }
    try (Stream<Path> content = Files.list(directory)) {
      return content.findAny().isEmpty();
    }
  }

  /** True unless a symbolic link or a file stands where one of the directories should be. */
  private boolean isInside(Path file) {
    Path directory = file.getParent();
    while (directory != null && !directory.equals(root)) {
      if (Files.exists(directory, LinkOption.NOFOLLOW_LINKS)
          && !Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
        return false;
      }
      directory = directory.getParent();
    }
    return directory != null;
  }

  private boolean holds(Path file, ObjectId blob) throws IOException {
    return !blob.equals(ObjectId.zeroId())
        && Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
        && Arrays.equals(Files.readAllBytes(file), content(blob));
  }

  private byte[] content(ObjectId blob) throws IOException {
    try (ObjectReader reader = repository.newObjectReader()) {
      return new CheckedObjects(reader).read(blob, Constants.OBJ_BLOB);
    }
  }

  private List<TreeChange> changes(ObjectId before, ObjectId after) throws IOException {
    try (ObjectReader reader = repository.newObjectReader()) {
      return new CheckedObjects(reader).compare(before, after);
    }
  }

  static String named(Set<String> paths) {
    String shown = String.join(", ", paths.stream().limit(NAMES_SHOWN).toList());
    return paths.size() > NAMES_SHOWN
        ? shown + " and " + (paths.size() - NAMES_SHOWN) + " more"
        : shown;
  }

  /** Puts a file that was just written into the index, so that git need not read it again. */
  private static final class WrittenFile extends DirCacheEditor.PathEdit {

    private final TreeChange change;
    private final Path file;

    WrittenFile(TreeChange change, Path file) {
      super(change.path());
      this.change = change;
      this.file = file;
    }

    @Override
    public void apply(@Nullable DirCacheEntry entry) {
      if (entry == null) {
        return;
      }
      entry.setFileMode(change.newMode());
      entry.setObjectId(change.newId());
      try {
        entry.setLength(Files.size(file));
        entry.setLastModified(Files.getLastModifiedTime(file).toInstant());
      } catch (IOException e) {
        entry.setLength(0);
      }
    }
  }
}
