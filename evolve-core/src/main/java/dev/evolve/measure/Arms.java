package dev.evolve.measure;

import dev.evolve.artifact.ArtifactStore;
import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import dev.evolve.pack.HardwareProfile;
import dev.evolve.proposal.Changeset;
import dev.evolve.workspace.Checkout;
import dev.evolve.workspace.Workspace;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The two arms of an evaluation: builds them, then gives each a checkout to run from. */
final class Arms {

  private static final String BUILD = "build";

  private final EvaluationRequest request;
  private final Workspace workspace;
  private final Builder builder;
  private final ArtifactStore artifacts;
  private final Map<Arm, Checkout> checkouts = new EnumMap<>(Arm.class);

  Arms(EvaluationRequest request, Workspace workspace, Builder builder, ArtifactStore artifacts) {
    this.request = request;
    this.workspace = workspace;
    this.builder = builder;
    this.artifacts = artifacts;
  }

  /**
   * Builds the baseline, or takes it from the cache.
   *
   * @throws EvolveException BUILD_FAILED if it does not build: nothing can be measured against it
   */
  BuildRecord baseline(BuildCache cache, HardwareProfile machine) throws InterruptedException {
    Checkout runnable = runnable(Arm.BASELINE, Optional.empty());
    String key =
        BuildCache.key(runnable.treeId(), request.pack(), request.source().directory(), machine);
    Optional<BuildRecord> known = cache.find(key);
    if (known.isPresent() && provides(runnable, known.get())) {
      return known.get();
    }
    cache.forget(key);
    BuildRecord record = build(Arm.BASELINE, Optional.empty());
    if (record.status() != BuildRecord.Status.OK) {
      throw new EvolveException(
          ErrorCode.BUILD_FAILED,
          "the baseline of %s does not build at commit %s (%s); build it by hand with '%s', then"
                  .formatted(
                      request.pack().name(),
                      request.source().commit(),
                      record.status(),
                      String.join(" ", request.pack().build().command()))
              + " start again. Last lines:\n"
              + record.log());
    }
    provideOrThrow(runnable, record);
    cache.keep(key, record);
    return record;
  }

  /** Builds the candidate; a changeset that does not apply is a failed build. */
  BuildRecord candidate() throws InterruptedException {
    Optional<Changeset> changeset = Optional.of(request.changeset());
    Checkout runnable;
    try {
      runnable = runnable(Arm.CANDIDATE, changeset);
    } catch (EvolveException e) {
      if (e.code() != ErrorCode.INVALID_REQUEST) {
        throw e;
      }
      return new BuildRecord(
          Arm.CANDIDATE,
          BuildRecord.Status.FAILED,
          0,
          new TreeMap<>(),
          Printable.of(String.valueOf(e.getMessage()), 1000));
    }
    BuildRecord record = build(Arm.CANDIDATE, changeset);
    if (record.status() == BuildRecord.Status.OK) {
      provideOrThrow(runnable, record);
    }
    return record;
  }

  /** Checks an arm out and puts what it was built to beside it, without building it again. */
  void provide(BuildRecord built) {
    Arm arm = built.arm();
    provideOrThrow(
        runnable(arm, arm == Arm.CANDIDATE ? Optional.of(request.changeset()) : Optional.empty()),
        built);
  }

  /** Where an arm that was built runs. */
  Checkout of(Arm arm) {
    Checkout checkout = checkouts.get(arm);
    if (checkout == null) {
      throw new IllegalStateException(arm + " was not built");
    }
    return checkout;
  }

  /** Names of equal length: the length of its path must not set one arm's memory apart. */
  private Checkout runnable(Arm arm, Optional<Changeset> changeset) {
    String name = "arm-" + arm.ordinal();
    Checkout checkout = workspace.checkOut(name, request.source(), request.pack(), changeset);
    checkouts.put(arm, checkout);
    return checkout;
  }

  /** Both are built at the same path, so that equal sources can give equal bytes. */
  private BuildRecord build(Arm arm, Optional<Changeset> changeset) throws InterruptedException {
    Checkout checkout = workspace.checkOut(BUILD, request.source(), request.pack(), changeset);
    BuildRecord record = builder.build(arm, checkout, request.pack());
    workspace.remove(BUILD);
    return record;
  }

  private void provideOrThrow(Checkout runnable, BuildRecord record) {
    record
        .artifacts()
        .forEach((path, hash) -> artifacts.materialise(hash, runnable.pack().resolve(path)));
  }

  private boolean provides(Checkout runnable, BuildRecord record) {
    try {
      provideOrThrow(runnable, record);
      return true;
    } catch (EvolveException e) {
      return false;
    }
  }
}
