package dev.evolve.canary.process;

import dev.evolve.artifact.ArtifactStore;
import dev.evolve.json.Digests;
import dev.evolve.pack.BenchPack;
import dev.evolve.pack.BenchPack.Canary.Stage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * The fixture pack's real service with a fault of choice, and a store that holds what was built.
 */
final class FixtureServices implements ArtifactStore {

  private static final Path FIXTURE =
      Path.of("../evolve-core/src/test/resources/packs/fixture").toAbsolutePath().normalize();

  private final Path directory;
  private final Map<String, Path> files = new ConcurrentHashMap<>();
  private final TreeMap<String, String> built = new TreeMap<>();

  FixtureServices(Path directory) {
    this.directory = directory;
  }

  static boolean canBuild() {
    try {
      return new ProcessBuilder("cc", "--version")
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start()
              .waitFor()
          == 0;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  static byte[] load() {
    try {
      return Files.readAllBytes(FIXTURE.resolve("load/requests.jsonl"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Builds the service, once for each configuration. */
  synchronized String build(String variant, String fault) throws Exception {
    String name = variant + "-" + fault;
    if (!built.containsKey(name)) {
      Path knobs =
          Files.writeString(
              directory.resolve(name + ".env"),
              "WORK=50\nVARIANT=%s\nFAULT=%s\n".formatted(variant, fault));
      Path target = directory.resolve(name);
      Process build =
          new ProcessBuilder("sh", FIXTURE + "/build.sh", knobs.toString(), target.toString())
              .inheritIO()
              .start();
      if (!build.waitFor(60, TimeUnit.SECONDS) || build.exitValue() != 0) {
        throw new IllegalStateException("the fixture could not be built");
      }
      built.put(name, put(target.resolve("fixture")));
    }
    return built.get(name);
  }

  /** The file that was built. */
  Path file(String sha256) {
    return Objects.requireNonNull(files.get(sha256), "nothing was built with that hash");
  }

  /** A service that is a shell script. */
  String script(String text) throws IOException {
    Path file = Files.createTempFile(directory, "script", ".sh");
    Files.writeString(file, "#!/bin/sh\n" + text + "\n");
    if (!file.toFile().setExecutable(true)) {
      throw new IOException("could not make " + file + " executable");
    }
    return put(file);
  }

  static BenchPack pack(Stage... stages) {
    BenchPack.Limits limits = new BenchPack.Limits(2, 256, 8);
    return new BenchPack(
        1,
        "fixture",
        BenchPack.Domain.KERNEL,
        "A pack of tests.",
        List.of(),
        List.of(),
        new BenchPack.ConfigurationFile("knobs.env", BenchPack.ConfigurationFile.Format.ENV),
        List.of(),
        new BenchPack.Build(List.of("sh", "build.sh"), List.of("build/fixture")),
        new BenchPack.Bench(List.of("build/fixture", "bench")),
        List.of(),
        List.of(),
        new BenchPack.Output(
            BenchPack.Output.Dtype.F32, BenchPack.Output.Measure.RELATIVE_L2, 1e-6),
        new BenchPack.PackLimits(limits, limits),
        new BenchPack.Thresholds(
            new BenchPack.Thresholds.Perf(0.1, 0.99),
            new BenchPack.Thresholds.Memory(0.03),
            new BenchPack.Thresholds.CanaryTolerances(0.5, 1.0, 0.0)),
        new BenchPack.Service(
            List.of("build/fixture", "serve", "--socket", "{socket}"),
            "/healthz",
            "load/requests.jsonl"),
        new BenchPack.Canary(List.of(stages)),
        new BenchPack.Budget(6, 2));
  }

  @Override
  public String put(Path file) {
    try {
      String hash = Digests.sha256(file);
      files.put(hash, file);
      return hash;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public boolean contains(String sha256) {
    return files.containsKey(sha256);
  }

  @Override
  public void materialise(String sha256, Path target) {
    try {
      Path file = files.get(sha256);
      if (file == null) {
        throw new IllegalStateException("no artifact " + sha256);
      }
      Files.copy(file, target, StandardCopyOption.COPY_ATTRIBUTES);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
