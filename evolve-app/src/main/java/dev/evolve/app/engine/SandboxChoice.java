package dev.evolve.app.engine;

import dev.evolve.error.EvolveException;
import dev.evolve.sandbox.Sandbox;
import dev.evolve.sandbox.Sandboxes;
import java.nio.file.Path;
import java.time.InstantSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The best sandbox of the machine; none at all only where that was asked for in so many words. */
final class SandboxChoice {

  private static final Logger LOG = LoggerFactory.getLogger(SandboxChoice.class);

  private SandboxChoice() {}

  static Sandbox of(Path state, boolean allowUnprotected, InstantSource clock) {
    try {
      return Sandboxes.detect(state, Sandboxes.Choice.AUTOMATIC, clock);
    } catch (EvolveException e) {
      if (!allowUnprotected) {
        throw new EvolveException(
            e.code(),
            e.getMessage()
                + " Or run proposals without any protection: --allow-unprotected; recorded in every"
                + " evaluation.",
            e);
      }
      LOG.warn("proposals run UNPROTECTED, as was allowed: {}", e.getMessage());
      return Sandboxes.detect(state, Sandboxes.Choice.UNPROTECTED, clock);
    }
  }
}
