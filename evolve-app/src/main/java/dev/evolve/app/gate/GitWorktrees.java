package dev.evolve.app.gate;

import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Worktrees of revisions in a scratch directory, made and removed by the user's git. The user's own
 * tree and branches are not touched.
 */
final class GitWorktrees implements AutoCloseable {

  private final Path repository;
  private final List<Path> made = new ArrayList<>();

  GitWorktrees(Path repository) {
    this.repository = repository.toAbsolutePath().normalize();
  }

  /** The commit that a revision names. */
  String commit(String revision) {
    return git(
            "no revision " + revision + " in " + repository,
            "rev-parse",
            "--verify",
            "--quiet",
            "--end-of-options",
            revision + "^{commit}")
        .strip();
  }

  /** Puts a commit into a new directory. */
  void add(Path directory, String commit) {
    made.add(directory);
    git(
        "cannot check out " + commit,
        "worktree",
        "add",
        "--quiet",
        "--detach",
        directory.toString(),
        commit);
  }

  @Override
  public void close() {
    for (Path directory : made) {
      try {
        git("cannot remove " + directory, "worktree", "remove", "--force", directory.toString());
      } catch (EvolveException e) {
        // Its directory goes with the scratch directory, its entry with this or the next prune.
        git("cannot prune worktrees", "worktree", "prune");
      }
    }
    made.clear();
  }

  private String git(String problem, String... arguments) {
    List<String> command = new ArrayList<>(List.of("git", "-C", repository.toString()));
    command.addAll(List.of(arguments));
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      process.getOutputStream().close();
      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (process.waitFor() != 0) {
        throw new EvolveException(
            ErrorCode.INVALID_REQUEST, said.isBlank() ? problem : problem + ": " + said.strip());
      }
      return said;
    } catch (IOException e) {
      throw new EvolveException(
          ErrorCode.INVALID_REQUEST, "needs git on the PATH: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new EvolveException(ErrorCode.INTERNAL, "interrupted while git ran", e);
    }
  }
}
