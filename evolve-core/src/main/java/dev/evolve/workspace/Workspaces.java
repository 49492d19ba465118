package dev.evolve.workspace;

import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Gives each evaluation directories of its own under one root. */
public final class Workspaces {

  private final Path root;

  /**
   * @param root where workspaces lie; made when needed
   */
  public Workspaces(Path root) {
    this.root = root.toAbsolutePath().normalize();
  }

  /**
   * A fresh workspace. What a crashed evaluation of the same id left behind is removed first.
   *
   * @param id the evaluation's
   */
  public Workspace open(String id) {
    if (!id.matches("[A-Za-z0-9][A-Za-z0-9._-]{0,199}")) {
      throw new EvolveException(ErrorCode.INVALID_REQUEST, "no workspace can be named " + id);
    }
    Path directory = root.resolve(id);
    try {
      FileTrees.delete(directory);
      Files.createDirectories(directory);
      return new Workspace(directory);
    } catch (IOException e) {
      throw Workspace.unusable(directory, e);
    }
  }
}
