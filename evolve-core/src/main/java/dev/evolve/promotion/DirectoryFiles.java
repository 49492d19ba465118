package dev.evolve.promotion;

import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import dev.evolve.json.Digests;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.eclipse.jgit.dircache.DirCache;
import org.eclipse.jgit.dircache.DirCacheBuilder;
import org.eclipse.jgit.dircache.DirCacheEntry;
import org.eclipse.jgit.ignore.IgnoreNode;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.FileMode;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectInserter;

/**
 * The files of a directory that belong to its pack: all but what its {@code .gitignore} files leave
 * out, byte for byte.
 */
final class DirectoryFiles {

  private static final int MOST_FILES = 20_000;
  private static final long MOST_BYTES = 512L * 1024 * 1024;

  private final Path root;
  private final List<Entry> entries = new ArrayList<>();
  private long bytes;

  private DirectoryFiles(Path root) {
    this.root = root;
  }

  private record Entry(String path, FileMode mode, byte[] content) {}

  /**
   * Reads a directory.
   *
   * @throws EvolveException INVALID_REQUEST if it is too large, or holds what cannot be imported
   */
  static DirectoryFiles read(Path root) throws IOException {
    DirectoryFiles files = new DirectoryFiles(root);
    files.walk(root, List.of());
    files.entries.sort(Comparator.comparing(Entry::path));
    return files;
  }

  /** SHA-256 over modes, paths and contents. */
  String digest() {
    StringBuilder listing = new StringBuilder();
    for (Entry entry : entries) {
      listing
          .append(entry.mode())
          .append(' ')
          .append(Digests.sha256(entry.content()))
          .append(' ')
          .append(entry.path())
          .append('\0');
    }
    return Digests.sha256(listing.toString());
  }

  /** The files as a git tree. */
  ObjectId writeTree(ObjectInserter inserter) throws IOException {
    DirCache index = DirCache.newInCore();
    DirCacheBuilder builder = index.builder();
    for (Entry entry : entries) {
      DirCacheEntry added = new DirCacheEntry(entry.path());
      added.setFileMode(entry.mode());
      added.setObjectId(inserter.insert(Constants.OBJ_BLOB, entry.content()));
      builder.add(added);
    }
    builder.finish();
    return index.writeTree(inserter);
  }

  private void walk(Path directory, List<Rules> outer) throws IOException {
    List<Rules> rules = new ArrayList<>(outer);
    Rules.of(root, directory).ifPresent(rules::add);
    List<Path> children = new ArrayList<>();
    try (DirectoryStream<Path> listed = Files.newDirectoryStream(directory)) {
      listed.forEach(children::add);
    }
    children.sort(Comparator.naturalOrder());
    for (Path child : children) {
      boolean isDirectory = Files.isDirectory(child, LinkOption.NOFOLLOW_LINKS);
      if (isGit(child) || Rules.ignore(rules, child, isDirectory)) {
        continue;
      }
      if (isDirectory) {
        walk(child, rules);
      } else {
        add(child);
      }
    }
  }

  private static boolean isGit(Path path) {
    return path.endsWith(Constants.DOT_GIT);
  }

  private void add(Path file) throws IOException {
    if (Files.isSymbolicLink(file)) {
      addLink(file);
    } else if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      FileMode mode = hasExecutableBit(file) ? FileMode.EXECUTABLE_FILE : FileMode.REGULAR_FILE;
      checkSize(file, Files.size(file));
      entries.add(new Entry(relative(file), mode, Files.readAllBytes(file)));
    } else {
      throw refused(relative(file) + " is neither a file nor a directory nor a link; remove it");
    }
  }

  /** For root every file with any such bit is executable; git asks for the owner's. */
  private static boolean hasExecutableBit(Path file) {
    try {
      return Files.getPosixFilePermissions(file).contains(PosixFilePermission.OWNER_EXECUTE);
    } catch (IOException | UnsupportedOperationException e) {
      return false;
    }
  }

  private void addLink(Path link) throws IOException {
    Path target = Files.readSymbolicLink(link);
    Path directory = link.getParent() == null ? root : link.getParent();
    boolean inside = !target.isAbsolute() && directory.resolve(target).normalize().startsWith(root);
    boolean reallyInside = !Files.exists(link) || link.toRealPath().startsWith(root);
    if (!inside || !reallyInside) {
      throw refused(
          "the link "
              + relative(link)
              + " leads out of it, to "
              + target
              + "; replace it by a copy");
    }
    checkSize(link, 0);
    entries.add(
        new Entry(
            relative(link), FileMode.SYMLINK, target.toString().getBytes(StandardCharsets.UTF_8)));
  }

  private void checkSize(Path file, long size) {
    bytes += size;
    if (bytes > MOST_BYTES || entries.size() >= MOST_FILES) {
      throw refused(
          "at "
              + relative(file)
              + " it has more than "
              + MOST_FILES
              + " files or "
              + MOST_BYTES / 1024 / 1024
              + " MiB; leave build results and data out with a .gitignore");
    }
  }

  private String relative(Path file) {
    return root.relativize(file).toString().replace('\\', '/');
  }

  private EvolveException refused(String why) {
    return new EvolveException(
        ErrorCode.INVALID_REQUEST, "the pack " + root + " cannot be imported: " + why);
  }

  /** One {@code .gitignore} file. */
  private record Rules(Path directory, IgnoreNode node) {

    static Optional<Rules> of(Path root, Path directory) throws IOException {
      Path file = directory.resolve(Constants.DOT_GIT_IGNORE);
      if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
        return Optional.empty();
      }
      IgnoreNode node = new IgnoreNode();
      try (InputStream in = Files.newInputStream(file)) {
        node.parse(root.relativize(file).toString(), in);
      }
      return Optional.of(new Rules(directory, node));
    }

    /** The innermost file that has something to say decides. */
    static boolean ignore(List<Rules> rules, Path path, boolean isDirectory) {
      for (Rules candidate : rules.reversed()) {
        String relative = candidate.directory().relativize(path).toString().replace('\\', '/');
        Boolean ignored = candidate.node().checkIgnored(relative, isDirectory);
        if (ignored != null) {
          return ignored;
        }
      }
      return false;
    }
  }
}
