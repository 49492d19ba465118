package dev.evolve.app.bench;

import dev.evolve.artifact.FileArtifactStore;
import dev.evolve.measure.Evaluation;
import dev.evolve.measure.EvaluationProgress;
import dev.evolve.measure.EvaluationRequest;
import dev.evolve.measure.MeasurementHost;
import dev.evolve.measure.SandboxedEvaluator;
import dev.evolve.pack.BenchPack;
import dev.evolve.pack.Configuration;
import dev.evolve.pack.HardwareProbe;
import dev.evolve.pack.HardwareProfile;
import dev.evolve.pack.PackReader;
import dev.evolve.pack.PackSource;
import dev.evolve.promotion.CommitterIdentity;
import dev.evolve.promotion.PackRepositories;
import dev.evolve.proposal.Changeset;
import dev.evolve.provenance.SigningKeys;
import dev.evolve.sandbox.Sandboxes;
import dev.evolve.workspace.Workspaces;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.SplittableRandom;

/** Builds and measures configurations of a pack in the sandbox, as a campaign does. */
public final class PackLab {

  private static final long SEED = 20261130;

  private final BenchPack pack;
  private final PackSource source;
  private final SandboxedEvaluator evaluator;

  /**
   * A lab for a pack.
   *
   * @param directory of the pack
   * @param home a fresh directory for everything that is made
   */
  public PackLab(Path directory, Path home) {
    InstantSource clock = InstantSource.system();
    SigningKeys keys = SigningKeys.openOrCreate(home, "evolve@localhost", new SecureRandom());
    this.pack = new PackReader().read(directory);
    this.source =
        new PackRepositories(home, CommitterIdentity.EVOLVE, keys.key(), clock)
            .resolve(directory, pack.name());
    HardwareProfile hardware = HardwareProbe.ofThisMachine().get();
    this.evaluator =
        new SandboxedEvaluator(
            Sandboxes.detect(home.resolve("sandbox"), Sandboxes.Choice.AUTOMATIC, clock),
            new Workspaces(home.resolve("workspaces")),
            new FileArtifactStore(home.resolve("artifacts")),
            home.resolve("builds"),
            new SplittableRandom(SEED)::nextLong,
            () -> hardware,
            MeasurementHost.ofThisMachine());
  }

  /** The pack. */
  public BenchPack pack() {
    return pack;
  }

  /** Measures a configuration beside the baseline. */
  public Evaluation evaluate(
      String id, Configuration configuration, Evaluation.Phase phase, int rounds)
      throws InterruptedException {
    return evaluator.evaluate(
        new EvaluationRequest(
            id,
            id,
            source,
            pack,
            new Changeset.Knobs(pack.defaults(), configuration),
            phase,
            rounds),
        EvaluationProgress.NONE,
        () -> false);
  }
}
