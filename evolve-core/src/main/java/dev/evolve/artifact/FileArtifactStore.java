package dev.evolve.artifact;

import dev.evolve.artifact.DurableFiles.Draft;
import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Artifacts as read-only files under {@code sha256/aa/…} of a directory. Safe for several programs
 * at once: a file appears whole or not at all, and the same content twice is the same file.
 */
public final class FileArtifactStore implements ArtifactStore {

  private final Path root;

  /**
   * @param root the store's own directory; made when needed
   */
  public FileArtifactStore(Path root) {
    this.root = root.toAbsolutePath().normalize();
  }

  @Override
  public String put(Path file) {
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      throw new EvolveException(
          ErrorCode.NOT_FOUND, "wanted a plain file to store, found none at " + file);
    }
    try (InputStream content = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
      boolean program = Files.isExecutable(file);
      Draft draft = DurableFiles.draft(content, root.resolve("sha256").resolve("draft"));
      Path place = place(draft.sha256());
      // A program stays one, whoever stores the same bytes again as mere data.
      DurableFiles.seal(draft.file(), program || Files.isExecutable(place));
      Files.createDirectories(DurableFiles.parent(place));
      DurableFiles.put(draft.file(), place);
      return draft.sha256();
    } catch (IOException e) {
      throw new EvolveException(
          ErrorCode.OUT_OF_RESOURCES, "cannot store " + file + " in " + root + ": " + e, e);
    }
  }

  @Override
  public boolean contains(String sha256) {
    return isHash(sha256) && Files.isRegularFile(place(sha256), LinkOption.NOFOLLOW_LINKS);
  }

  @Override
  public void materialise(String sha256, Path target) {
    if (!contains(sha256)) {
      throw new EvolveException(
          ErrorCode.NOT_FOUND, "the artifact " + sha256 + " is not in " + root);
    }
    Path place = place(sha256);
    try (InputStream content = Files.newInputStream(place, StandardOpenOption.READ)) {
      Draft draft = DurableFiles.draft(content, target);
      if (!draft.sha256().equals(sha256)) {
        Files.delete(draft.file());
        throw new EvolveException(
            ErrorCode.DATA_CORRUPT,
            "the artifact "
                + sha256
                + " in "
                + root
                + " is damaged: its content has the hash "
                + draft.sha256()
                + "; build it again or restore it from a copy");
      }
      DurableFiles.seal(draft.file(), Files.isExecutable(place));
      DurableFiles.put(draft.file(), target);
    } catch (IOException e) {
      throw new EvolveException(
          ErrorCode.OUT_OF_RESOURCES, "cannot write " + sha256 + " to " + target + ": " + e, e);
    }
  }

  private static boolean isHash(String sha256) {
    return sha256.matches("[0-9a-f]{64}");
  }

  private Path place(String sha256) {
    return root.resolve("sha256").resolve(sha256.substring(0, 2)).resolve(sha256);
  }
}
