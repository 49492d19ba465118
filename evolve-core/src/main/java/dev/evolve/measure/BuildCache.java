package dev.evolve.measure;

import dev.evolve.artifact.ArtifactStore;
import dev.evolve.json.Digests;
import dev.evolve.json.Json;
import dev.evolve.pack.BenchPack;
import dev.evolve.pack.HardwareProfile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Remembers what a baseline was built to, so that it is not built again for every candidate. Keyed
 * by everything that the build depends on; a record whose artifacts are gone counts as none.
 */
final class BuildCache {

  private static final Logger LOG = LoggerFactory.getLogger(BuildCache.class);

  private final Path directory;
  private final ArtifactStore artifacts;

  BuildCache(Path directory, ArtifactStore artifacts) {
    this.directory = directory;
    this.artifacts = artifacts;
  }

  /** The key: the whole tree (configuration included), the command, the compiler, the machine. */
  static String key(String treeId, BenchPack pack, String packDirectory, HardwareProfile machine) {
    return Digests.sha256(Json.write(List.of(treeId, packDirectory, pack.build(), machine)));
  }

  Optional<BuildRecord> find(String key) {
    Path file = file(key);
    if (!Files.isRegularFile(file)) {
      return Optional.empty();
    }
    try {
      BuildRecord record = Json.read(Files.readAllBytes(file), BuildRecord.class);
      boolean whole = record.artifacts().values().stream().allMatch(artifacts::contains);
      return whole ? Optional.of(record) : Optional.empty();
    } catch (IOException | IllegalArgumentException e) {
      LOG.warn("the build record {} cannot be read and is made anew: {}", file, e.getMessage());
      return Optional.empty();
    }
  }

  void keep(String key, BuildRecord record) {
    try {
      Files.createDirectories(directory);
      Path draft = Files.createTempFile(directory, ".draft-", "");
      Files.write(draft, Json.writeBytes(record));
      Files.move(draft, file(key), StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      LOG.warn("the build is not remembered: {}", e.getMessage());
    }
  }

  void forget(String key) {
    try {
      Files.deleteIfExists(file(key));
    } catch (IOException e) {
      LOG.warn("the build record {} cannot be removed: {}", file(key), e.getMessage());
    }
  }

  private Path file(String key) {
    return directory.resolve(key + ".json");
  }
}
