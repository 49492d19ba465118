package dev.evolve.app.engine;

import java.util.Optional;

/** Which Evolve this is. */
final class EvolveVersion {

  private EvolveVersion() {}

  /** Version and, where the front door knows it, commit. */
  static String describe() {
    String version =
        Optional.ofNullable(EvolveVersion.class.getPackage().getImplementationVersion())
            .orElse("development");
    String commit = System.getProperty("evolve.commit", "");
    return commit.isBlank() ? version : version + " (" + commit + ")";
  }
}
