package dev.evolve.git;

import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.eclipse.jgit.api.errors.InvalidRefNameException;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.Repository;
import org.eclipse.jgit.storage.file.FileRepositoryBuilder;

/**
 * Opens repositories in the way that all of Evolve uses them: the repository's own configuration
 * only, and no hook is ever run. Every method names the path in its failure.
 */
public final class GitRepositories {

  private GitRepositories() {}

  /**
   * Opens a bare repository, or the repository of a working directory's root.
   *
   * @throws EvolveException FORGE_FAILED if there is none or it cannot be read
   */
  public static Repository open(Path path) {
    IsolatedSystemReader.install();
    try {
      FileRepositoryBuilder builder = new FileRepositoryBuilder().setMustExist(true);
      if (Files.exists(path.resolve(Constants.DOT_GIT))) {
        builder.addCeilingDirectory(path.toAbsolutePath().normalize().toFile());
        builder.findGitDir(path.toAbsolutePath().normalize().toFile());
      } else {
        builder.setGitDir(path.toFile()).setBare();
      }
      return builder.build();
    } catch (IOException | IllegalArgumentException e) {
      throw new EvolveException(
          ErrorCode.FORGE_FAILED,
          "wanted a git repository at "
              + path
              + ", found none that can be read ("
              + e.getMessage()
              + "); check the path and its permissions",
          e);
    }
  }

  /** Makes an empty bare repository whose HEAD names {@code branch}. */
  public static Repository createBare(Path path, String branch) throws IOException {
    IsolatedSystemReader.install();
    Repository repository = bareBuilder(path, branch).build();
    try {
      repository.create(true);
      return repository;
    } catch (IOException | RuntimeException e) {
      repository.close();
      throw e;
    }
  }

  private static FileRepositoryBuilder bareBuilder(Path path, String branch) {
    try {
      return new FileRepositoryBuilder()
          .setGitDir(path.toFile())
          .setBare()
          .setInitialBranch(branch);
    } catch (InvalidRefNameException e) {
      throw new IllegalArgumentException(branch + " is not a branch's name", e);
    }
  }
}
