package dev.evolve.memory;

import dev.evolve.event.ImportedTrials;
import dev.evolve.impact.TrialPack;
import dev.evolve.search.prior.KnownTrial;
import java.util.Base64;
import java.util.List;

/** Imports for tests. */
public final class MemoryFixtures {

  /** What each of them holds. */
  public static final List<KnownTrial> TRIALS =
      List.of(
          KnownTrial.ran(List.of("1", "a"), 12.5),
          KnownTrial.ran(List.of("2", "a"), 11),
          KnownTrial.ran(List.of("2", "b"), 9),
          KnownTrial.failed(List.of("4", "b")));

  private MemoryFixtures() {}

  /** An import of a kernel. */
  public static ImportedTrials imported(String id, String kernel) {
    return new ImportedTrials(
        new ImportedTrials.Key(id, kernel, "4096", "gpu-1", "a.json"),
        "0".repeat(64),
        "GPU 1",
        List.of("TILE", "KIND"),
        TRIALS.size(),
        1,
        Base64.getEncoder().encodeToString(TrialPack.pack(2, TRIALS)));
  }
}
