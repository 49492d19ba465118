package dev.evolve.promotion;

import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import dev.evolve.git.GitRepositories;
import java.io.IOException;
import java.nio.file.Path;
import org.eclipse.jgit.errors.LargeObjectException;
import org.eclipse.jgit.errors.LockFailedException;
import org.eclipse.jgit.errors.MissingObjectException;
import org.eclipse.jgit.lib.Repository;

/** Opens the repository for one call, and turns git's failures into ours with what to do. */
final class ForgeCalls {

  private ForgeCalls() {}

  /** What is done with the repository. */
  @FunctionalInterface
  interface Call<T> {
    T with(Repository repository) throws IOException;
  }

  static <T> T on(String repository, String what, Call<T> call) {
    try (Repository opened = GitRepositories.open(Path.of(repository))) {
      return call.with(opened);
    } catch (EvolveException e) {
      throw e;
    } catch (IOException e) {
      throw new EvolveException(
          ErrorCode.FORGE_FAILED,
          what + " in " + repository + " failed: " + e.getMessage() + "; " + advice(e),
          e);
    } catch (IllegalArgumentException | LargeObjectException e) {
      throw new EvolveException(
          ErrorCode.FORGE_FAILED, what + " in " + repository + " failed: " + e.getMessage(), e);
    }
  }

  private static String advice(IOException failure) {
    if (failure instanceof LockFailedException lock) {
      return "if no git is running there, a killed one has left the lock "
          + lock.getFile()
          + ".lock: delete it, then try again";
    }
    if (failure instanceof MissingObjectException) {
      return "the repository lacks that object: fetch it, or check it with `git fsck`";
    }
    return "check that the disk has room and that the repository may be read and written, and run"
        + " `git fsck` in it";
  }
}
