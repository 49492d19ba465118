package dev.evolve.artifact;

import dev.evolve.artifact.DurableFiles.Draft;
import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import dev.evolve.json.Json;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Deployments as files: for each pack {@code deployment.json} says what is in force, {@code
 * current/NAME} is the artifact itself, and {@code previous.json} with {@code previous/NAME} is
 * what was before. The JSON file counts; the links follow it and are put right by deploying again.
 */
public final class FileDeploymentStore implements DeploymentStore {

  private static final String IN_FORCE = "deployment.json";
  private static final String BEFORE = "previous.json";

  private final Path root;
  private final ArtifactStore artifacts;

  /**
   * @param root the store's own directory; made when needed
   * @param artifacts where the artifacts are
   */
  public FileDeploymentStore(Path root, ArtifactStore artifacts) {
    this.root = root.toAbsolutePath().normalize();
    this.artifacts = artifacts;
  }

  @Override
  public Optional<Deployment> current(String pack) {
    return read(directory(pack).resolve(IN_FORCE));
  }

  /** What was in force before. */
  public Optional<Deployment> previous(String pack) {
    return read(directory(pack).resolve(BEFORE));
  }

  /** The artifact in force, as a file that can be run or loaded. */
  public Path artifact(String pack) {
    return directory(pack).resolve("current").resolve(pack);
  }

  @Override
  public synchronized void deploy(Deployment deployment) {
    Path directory = directory(deployment.pack());
    try {
      Files.createDirectories(directory);
      materialise(directory, deployment);
      Optional<Deployment> before = current(deployment.pack());
      if (before.isPresent() && !before.get().equals(deployment)) {
        write(directory.resolve(BEFORE), before.get());
      }
      write(directory.resolve(IN_FORCE), deployment);
      link(directory, "current", deployment);
      Optional<Deployment> previous = previous(deployment.pack());
      if (previous.isPresent()) {
        link(directory, "previous", previous.get());
      }
      removeOthers(directory, deployment, previous);
    } catch (IOException e) {
      throw new EvolveException(
          ErrorCode.OUT_OF_RESOURCES,
          "cannot deploy " + deployment.artifactSha256() + " in " + directory + ": " + e,
          e);
    }
  }

  private void materialise(Path directory, Deployment deployment) {
    Path file = version(directory, deployment).resolve(deployment.pack());
    artifacts.materialise(deployment.artifactSha256(), file);
  }

  private static Path version(Path directory, Deployment deployment) {
    return directory.resolve("versions").resolve(deployment.artifactSha256());
  }

  private static void write(Path file, Deployment deployment) throws IOException {
    byte[] json = (Json.write(deployment) + "\n").getBytes(StandardCharsets.UTF_8);
    Draft draft = DurableFiles.draft(new ByteArrayInputStream(json), file);
    DurableFiles.put(draft.file(), file);
  }

  private static void link(Path directory, String name, Deployment deployment) throws IOException {
    Path draft = directory.resolve("." + name + "-draft");
    Files.deleteIfExists(draft);
    Files.createSymbolicLink(draft, directory.relativize(version(directory, deployment)));
    Files.move(draft, directory.resolve(name), StandardCopyOption.ATOMIC_MOVE);
    DurableFiles.flushDirectory(directory);
  }

  private static void removeOthers(
      Path directory, Deployment current, Optional<Deployment> previous) throws IOException {
    try (Stream<Path> versions = Files.list(directory.resolve("versions"))) {
      for (Path version : versions.toList()) {
        String hash = String.valueOf(version.getFileName());
        boolean kept =
            hash.equals(current.artifactSha256())
                || previous.filter(p -> p.artifactSha256().equals(hash)).isPresent();
        if (!kept) {
          Files.deleteIfExists(version.resolve(current.pack()));
          Files.deleteIfExists(version);
        }
      }
    }
  }

  private Optional<Deployment> read(Path file) {
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      return Optional.empty();
    }
    try {
      return Optional.of(Json.read(Files.readAllBytes(file), Deployment.class));
    } catch (IOException | IllegalArgumentException e) {
      throw new EvolveException(
          ErrorCode.DATA_CORRUPT,
          file
              + " does not say what is deployed ("
              + e.getMessage()
              + "); remove it and promote or roll back again to write it anew",
          e);
    }
  }

  private Path directory(String pack) {
    if (!pack.matches("[a-z0-9][a-z0-9_-]{0,99}")) {
      throw new EvolveException(ErrorCode.INVALID_REQUEST, "no pack can be named " + pack);
    }
    return root.resolve(pack);
  }
}
