package dev.evolve.git;

import java.io.IOException;
import org.eclipse.jgit.errors.ConfigInvalidException;
import org.eclipse.jgit.lib.Config;
import org.eclipse.jgit.lib.StoredConfig;
import org.eclipse.jgit.storage.file.FileBasedConfig;
import org.eclipse.jgit.util.FS;
import org.eclipse.jgit.util.SystemReader;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the machine's and the user's git configuration out of what Evolve does, so that the same
 * change gives the same commit everywhere. Only the repository's own configuration counts.
 */
final class IsolatedSystemReader extends SystemReader.Delegate {

  private static final SystemReader INSTANCE = new IsolatedSystemReader(SystemReader.getInstance());

  private IsolatedSystemReader(SystemReader machine) {
    super(machine);
  }

  /** Puts the reader in force for this process; again is harmless. */
  static void install() {
    SystemReader.setInstance(INSTANCE);
  }

  @Override
  public FileBasedConfig openUserConfig(Config parent, FS fs) {
    return new EmptyConfig(parent, fs);
  }

  @Override
  public FileBasedConfig openSystemConfig(Config parent, FS fs) {
    return new EmptyConfig(parent, fs);
  }

  @Override
  public FileBasedConfig openJGitConfig(Config parent, FS fs) {
    return new EmptyConfig(parent, fs);
  }

  @Override
  public StoredConfig getUserConfig() throws ConfigInvalidException, IOException {
    return new EmptyConfig(null, FS.DETECTED);
  }

  @Override
  public StoredConfig getSystemConfig() throws ConfigInvalidException, IOException {
    return new EmptyConfig(null, FS.DETECTED);
  }

  @Override
  public StoredConfig getJGitConfig() throws ConfigInvalidException, IOException {
    return new EmptyConfig(null, FS.DETECTED);
  }

  /** Holds nothing, reads nothing, writes nothing. */
  private static final class EmptyConfig extends FileBasedConfig {

    EmptyConfig(@Nullable Config parent, FS fs) {
      super(parent, null, fs);
    }

    @Override
    public void load() {
      // There is no file.
    }

    @Override
    public void save() {
      // There is no file.
    }

    @Override
    public boolean isOutdated() {
      return false;
    }
  }
}
