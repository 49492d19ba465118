package dev.evolve.measure;

import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import dev.evolve.json.Digests;
import dev.evolve.pack.BenchPack;
import dev.evolve.pack.Scenario;
import dev.evolve.sandbox.Sandbox;
import dev.evolve.sandbox.SandboxCommand;
import dev.evolve.sandbox.SandboxLimits;
import dev.evolve.sandbox.SandboxResult;
import dev.evolve.workspace.Checkout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Runs one bench process in a fresh sandbox and reads what it printed and wrote. */
final class BenchRunner {

  static final String OUTPUT_FILE = "output.bin";
  private static final int DETAIL_KEPT = 1000;

  /** How long one unit is, in nanoseconds. */
  private static final Map<String, Double> TIME_UNITS =
      Map.of("ns", 1.0, "us", 1e3, "µs", 1e3, "ms", 1e6, "s", 1e9);

  private final Sandbox sandbox;
  private final BenchPack pack;
  private final MeasurementHost host;
  private final BenchOutputReader reader;

  BenchRunner(Sandbox sandbox, BenchPack pack, MeasurementHost host) {
    this.sandbox = sandbox;
    this.pack = pack;
    this.host = host;
    this.reader = new BenchOutputReader(pack);
  }

  /**
   * Runs one process.
   *
   * @param slot which run it is
   * @param checkout where the arm's code and artifacts are; read-only inside
   * @param output an empty directory, the only place that the process may write to
   */
  BenchRun run(Slot slot, Checkout checkout, Path output) throws InterruptedException {
    Instant startedAt = host.clock().instant();
    PowerReading before = host.power().read();
    SandboxResult result =
        sandbox.run(
            command(pack.bench().command(), slot.scenario(), slot.seed(), checkout, output));
    OptionalDouble joules = host.power().read().joulesSince(before);
    BenchOutput printed = reader.read(result.standardOutput());
    Path file = output.resolve(OUTPUT_FILE);
    long bytes = size(file);
    String sha256 = bytes > 0 ? hash(file) : null;
    Optional<Failure> failure = failure(result, printed, bytes);
    return new BenchRun(
        slot.scenario().name(),
        slot.arm(),
        slot.round(),
        slot.position(),
        slot.seed(),
        failure.map(Failure::status).orElse(BenchRun.Status.OK),
        failure.map(found -> detail(found, printed, result)).orElse(""),
        printed.metrics(),
        sha256,
        Math.max(0, bytes),
        result.usage().with(joules.isPresent() ? joules.getAsDouble() : null),
        printed.hashes(),
        startedAt);
  }

  /**
   * Writes the output of the pack's reference.
   *
   * @param checkout the baseline's, never the candidate's
   * @param output an empty directory, the only place that the process may write to
   * @return why there is none; empty if it was written
   */
  Optional<String> reference(Scenario scenario, long seed, Checkout checkout, Path output)
      throws InterruptedException {
    SandboxResult result =
        sandbox.run(command(pack.output().demands().reference(), scenario, seed, checkout, output));
    boolean isWell = result.ending() == SandboxResult.Ending.EXITED && result.exitCode() == 0;
    if (isWell && size(output.resolve(OUTPUT_FILE)) > 0) {
      return Optional.empty();
    }
    return Optional.of(
        Printable.of(
            "the reference of %s on %s %s: %s"
                .formatted(
                    pack.name(),
                    scenario.name(),
                    isWell
                        ? "wrote no output"
                        : "ended as " + result.ending() + " with code " + result.exitCode(),
                    result.standardError().strip()),
            DETAIL_KEPT));
  }

  private SandboxCommand command(
      List<String> command, Scenario scenario, long seed, Checkout checkout, Path output) {
    List<String> line = new ArrayList<>();
    for (String part : command) {
      line.add(
          part.replace("{seed}", Long.toString(seed))
              .replace("{output}", output.resolve(OUTPUT_FILE).toString()));
    }
    line.addAll(scenario.arguments());
    return new SandboxCommand(
        line,
        checkout.pack(),
        List.of(checkout.tree()),
        List.of(output),
        new TreeMap<>(),
        SandboxLimits.from(pack.limits().bench()),
        host.cpu());
  }

  private static Optional<Failure> failure(SandboxResult result, BenchOutput printed, long bytes) {
    return switch (result.ending()) {
      case TIMED_OUT -> failure(BenchRun.Status.TIMED_OUT, "killed at the limit of wall time");
      case OUT_OF_MEMORY -> failure(BenchRun.Status.OUT_OF_MEMORY, "killed at the limit of memory");
      case SIGNALLED ->
          failure(BenchRun.Status.CRASHED, "ended by signal " + (result.exitCode() - 128));
      case EXITED -> {
        if (result.exitCode() != 0) {
          yield failure(BenchRun.Status.CRASHED, "exit code " + result.exitCode());
        }
        yield outputFailure(result, printed, bytes);
      }
    };
  }

  private static Optional<Failure> outputFailure(
      SandboxResult result, BenchOutput printed, long bytes) {
    if (!printed.problem().isEmpty()) {
      return failure(BenchRun.Status.BAD_OUTPUT, printed.problem());
    }
    Optional<String> impossible = impossible(printed, result.usage().wallNs());
    if (impossible.isPresent()) {
      return failure(BenchRun.Status.BAD_OUTPUT, impossible.get());
    }
    if (bytes <= 0) {
      return failure(
          BenchRun.Status.MISSING_OUTPUT, bytes < 0 ? "no output file" : "an empty output file");
    }
    return Optional.empty();
  }

  /** No part of a run can take longer than the whole of it, as it was seen from outside. */
  private static Optional<String> impossible(BenchOutput printed, long wallNs) {
    return printed.metrics().entrySet().stream()
        .filter(
            entry -> {
              Double unit = TIME_UNITS.get(entry.getValue().unit());
              return unit != null && entry.getValue().value() * unit > wallNs;
            })
        .map(
            entry ->
                "metric %s claims %s %s of a process that took %d ns in all"
                    .formatted(
                        entry.getKey(), entry.getValue().value(), entry.getValue().unit(), wallNs))
        .findFirst();
  }

  private static Optional<Failure> failure(BenchRun.Status status, String reason) {
    return Optional.of(new Failure(status, reason));
  }

  private static String detail(Failure failure, BenchOutput printed, SandboxResult result) {
    String said = (result.standardError().strip() + "\n" + printed.rest().strip()).strip();
    return Printable.of(
        said.isEmpty() ? failure.reason() : failure.reason() + "\n" + said, DETAIL_KEPT);
  }

  /** Size of a plain file; -1 if there is none. The process is gone, so nothing changes it now. */
  private static long size(Path file) {
    try {
      return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) ? Files.size(file) : -1;
    } catch (IOException e) {
      return -1;
    }
  }

  private static @Nullable String hash(Path file) {
    try {
      return Digests.sha256(file);
    } catch (IOException e) {
      throw new EvolveException(
          ErrorCode.OUT_OF_RESOURCES, "cannot read the output " + file + ": " + e, e);
    }
  }

  private record Failure(BenchRun.Status status, String reason) {}

  /** Which run of an evaluation. */
  record Slot(Scenario scenario, Arm arm, int round, int position, long seed) {}
}
