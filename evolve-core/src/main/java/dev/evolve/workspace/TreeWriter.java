package dev.evolve.workspace;

import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import dev.evolve.git.CheckedObjects;
import dev.evolve.git.TreeChange;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Locale;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.FileMode;
import org.eclipse.jgit.lib.ObjectId;

/**
 * Writes a git tree into an empty directory: the bytes of the commit, each object's hash checked.
 * No hook, filter, attribute or configuration of the repository has a say, and nothing is written
 * to the repository. The tree may be hostile.
 */
final class TreeWriter {

  private static final int MAXIMUM_FILES = 100_000;
  private static final long MAXIMUM_BYTES = 2L * 1024 * 1024 * 1024;

  private final CheckedObjects objects;
  private final Path root;
  private long written;

  /**
   * @param objects where the tree is
   * @param root an empty directory
   */
  TreeWriter(CheckedObjects objects, Path root) {
    this.objects = objects;
    this.root = root;
  }

  /**
   * Writes every file of the tree.
   *
   * @throws EvolveException INVALID_REQUEST if the tree holds what must not be checked out
   */
  void write(ObjectId tree) throws IOException {
    List<TreeChange> files = objects.compare(ObjectId.zeroId(), tree);
    if (files.size() > MAXIMUM_FILES) {
      throw refused("it holds " + files.size() + " files; at most " + MAXIMUM_FILES + " are taken");
    }
    for (TreeChange file : files) {
      write(file);
    }
  }

  private void write(TreeChange file) throws IOException {
    Path target = place(file.path());
    if (file.newMode().equals(FileMode.GITLINK)) {
      Files.createDirectories(target);
      return;
    }
    byte[] content = objects.read(file.newId(), Constants.OBJ_BLOB);
    written += content.length;
    if (written > MAXIMUM_BYTES) {
      throw refused("it holds more than " + MAXIMUM_BYTES + " bytes");
    }
    makeDirectories(target, file.path());
    if (file.newMode().equals(FileMode.SYMLINK)) {
      link(file.path(), target, new String(content, StandardCharsets.UTF_8));
    } else {
      Files.write(target, content, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
      boolean program = file.newMode().equals(FileMode.EXECUTABLE_FILE);
      Files.setPosixFilePermissions(
          target, PosixFilePermissions.fromString(program ? "rwxr-xr-x" : "rw-r--r--"));
    }
  }

  private Path place(String path) {
    for (String name : path.split("/", -1)) {
      boolean strange =
          name.isEmpty()
              || name.equals(".")
              || name.equals("..")
              || name.toLowerCase(Locale.ROOT).equals(".git")
              || name.indexOf('\0') >= 0;
      if (strange) {
        throw refused("it holds the path " + path);
      }
    }
    return root.resolve(path);
  }

  /** Never through a link that the tree itself put there. */
  private void makeDirectories(Path target, String path) throws IOException {
    Path directory = target.getParent();
    if (directory == null) {
      throw refused("it holds the path " + path);
    }
    Files.createDirectories(directory);
    for (Path at = directory; !at.equals(root); at = at.resolve("..").normalize()) {
      if (!Files.isDirectory(at, LinkOption.NOFOLLOW_LINKS)) {
        throw refused(path + " lies behind a link");
      }
    }
  }

  /**
   * A link may lead up first and then down, and must stay inside: then it is followed from the
   * directory that it lies in, which is a real one.
   */
  private void link(String path, Path target, String to) throws IOException {
    Path wanted = Path.of(to);
    Path directory = target.resolve("..").normalize();
    boolean upwardsLater =
        java.util.stream.IntStream.range(1, wanted.getNameCount())
            .anyMatch(
                i ->
                    wanted.getName(i).toString().equals("..")
                        && !wanted.getName(i - 1).toString().equals(".."));
    if (wanted.isAbsolute()
        || upwardsLater
        || !directory.resolve(wanted).normalize().startsWith(root)) {
      throw refused("the link " + path + " leads out of it, to " + to);
    }
    Files.createSymbolicLink(target, wanted);
  }

  private static EvolveException refused(String why) {
    return new EvolveException(
        ErrorCode.INVALID_REQUEST, "the repository's tree cannot be checked out: " + why);
  }
}
