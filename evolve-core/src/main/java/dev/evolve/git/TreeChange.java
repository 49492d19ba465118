package dev.evolve.git;

import org.eclipse.jgit.lib.FileMode;
import org.eclipse.jgit.lib.ObjectId;

/**
 * A file that differs between two trees.
 *
 * @param path from the root, with slashes
 * @param oldMode its mode before; MISSING if it was not there
 * @param oldId its content before; the zero hash if it was not there
 * @param newMode its mode after; MISSING if it is gone
 * @param newId its content after; the zero hash if it is gone
 */
public record TreeChange(
    String path, FileMode oldMode, ObjectId oldId, FileMode newMode, ObjectId newId) {

  /** True if the file was not there before. */
  public boolean isAddition() {
    return oldMode.equals(FileMode.MISSING);
  }

  /** True if the file is gone. */
  public boolean isDeletion() {
    return newMode.equals(FileMode.MISSING);
  }
}
