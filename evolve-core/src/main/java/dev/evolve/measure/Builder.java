package dev.evolve.measure;

import dev.evolve.artifact.ArtifactStore;
import dev.evolve.pack.BenchPack;
import dev.evolve.sandbox.Sandbox;
import dev.evolve.sandbox.SandboxCommand;
import dev.evolve.sandbox.SandboxLimits;
import dev.evolve.sandbox.SandboxResult;
import dev.evolve.workspace.Checkout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Builds a checkout in the sandbox and stores what it made. */
final class Builder {

  private static final int LOG_KEPT = 4000;

  private final Sandbox sandbox;
  private final ArtifactStore artifacts;

  Builder(Sandbox sandbox, ArtifactStore artifacts) {
    this.sandbox = sandbox;
    this.artifacts = artifacts;
  }

  BuildRecord build(Arm arm, Checkout checkout, BenchPack pack) throws InterruptedException {
    SandboxResult result = sandbox.run(command(checkout, pack));
    long durationMs = result.usage().wallNs() / 1_000_000;
    String log = Printable.endOf(result.standardOutput() + result.standardError(), LOG_KEPT);
    return switch (result.ending()) {
      case TIMED_OUT -> failed(arm, BuildRecord.Status.TIMED_OUT, durationMs, log);
      case OUT_OF_MEMORY ->
          failed(arm, BuildRecord.Status.FAILED, durationMs, end(log, "killed: out of memory"));
      case SIGNALLED ->
          failed(
              arm,
              BuildRecord.Status.FAILED,
              durationMs,
              end(log, "killed by signal " + (result.exitCode() - 128)));
      case EXITED ->
          result.exitCode() == 0
              ? collected(arm, checkout, pack, durationMs, log)
              : failed(
                  arm,
                  BuildRecord.Status.FAILED,
                  durationMs,
                  end(log, "exit code " + result.exitCode()));
    };
  }

  private static String end(String log, String last) {
    return Printable.endOf(log, LOG_KEPT - 100) + (log.isBlank() ? "" : "\n") + last;
  }

  private static SandboxCommand command(Checkout checkout, BenchPack pack) {
    return new SandboxCommand(
        pack.build().command(),
        checkout.pack(),
        List.of(checkout.tree()),
        List.of(checkout.pack()),
        // What is built from the same sources is to come out the same.
        new TreeMap<>(Map.of("SOURCE_DATE_EPOCH", "0")),
        SandboxLimits.from(pack.limits().build()),
        null);
  }

  private BuildRecord collected(
      Arm arm, Checkout checkout, BenchPack pack, long durationMs, String log) {
    SortedMap<String, String> stored = new TreeMap<>();
    for (String path : pack.build().artifacts()) {
      Path file = checkout.pack().resolve(path);
      if (!isOwnFile(checkout, file)) {
        return failed(
            arm,
            BuildRecord.Status.MISSING_ARTIFACT,
            durationMs,
            end(log, "the build made no plain file " + path));
      }
      stored.put(path, artifacts.put(file));
    }
    return new BuildRecord(arm, BuildRecord.Status.OK, durationMs, stored, log);
  }

  /** Not a link, and not behind one that leads out of the workspace. */
  private static boolean isOwnFile(Checkout checkout, Path file) {
    try {
      return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
          && file.toRealPath().startsWith(checkout.tree().toRealPath());
    } catch (IOException e) {
      return false;
    }
  }

  private static BuildRecord failed(
      Arm arm, BuildRecord.Status status, long durationMs, String log) {
    return new BuildRecord(arm, status, durationMs, new TreeMap<>(), log);
  }
}
