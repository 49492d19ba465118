package dev.evolve.workspace;

import dev.evolve.pack.BenchPack;
import dev.evolve.pack.Configuration;
import dev.evolve.pack.PackReader;
import dev.evolve.pack.PackSource;
import dev.evolve.proposal.Changeset;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** A real git repository that holds the fixture pack, made by git itself. */
public final class FixtureRepository {

  private static final Path FIXTURE = Path.of("src/test/resources/packs/fixture");

  private final Path root;

  private FixtureRepository(Path root) {
    this.root = root;
  }

  /** The fixture pack in the root of a new repository. */
  public static FixtureRepository create(Path root) throws IOException, InterruptedException {
    FixtureRepository repository = new FixtureRepository(root);
    copy(FIXTURE, root);
    repository.git("init", "-q", "-b", "main");
    repository.commit("fixture");
    return repository;
  }

  /** A pack of a test's own, by path, in the root of a new repository. */
  public static FixtureRepository create(Path root, Map<String, String> files)
      throws IOException, InterruptedException {
    for (Map.Entry<String, String> file : files.entrySet()) {
      Path target = root.resolve(file.getKey());
      Files.createDirectories(target.getParent());
      Files.writeString(target, file.getValue());
    }
    FixtureRepository repository = new FixtureRepository(root);
    repository.git("init", "-q", "-b", "main");
    repository.commit("pack");
    return repository;
  }

  public Path root() {
    return root;
  }

  /** Commits everything that lies in the working directory. */
  public void commit(String message) throws IOException, InterruptedException {
    git("add", "-A", "-f");
    git("commit", "-q", "--no-gpg-sign", "-m", message);
  }

  /** The pack as it lies in the working directory. */
  public BenchPack pack() {
    return new PackReader().read(root);
  }

  /** The newest commit. */
  public PackSource source() throws IOException, InterruptedException {
    return new PackSource(root.toString(), "main", git("rev-parse", "HEAD").strip(), "");
  }

  /** A change of knobs of the baseline. */
  public Changeset.Knobs knobs(Map<String, String> changed) {
    Configuration from = pack().defaults();
    TreeMap<String, String> values = new TreeMap<>(from.values());
    values.putAll(changed);
    return new Changeset.Knobs(from, new Configuration(values));
  }

  /** Runs git, without any configuration of this machine. */
  public String git(String... arguments) throws IOException, InterruptedException {
    List<String> line = new ArrayList<>(List.of("git"));
    line.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(line).directory(root.toFile());
    builder.redirectErrorStream(true);
    Map<String, String> environment = builder.environment();
    environment.put("GIT_CONFIG_GLOBAL", "/dev/null");
    environment.put("GIT_CONFIG_NOSYSTEM", "1");
    for (String role : List.of("AUTHOR", "COMMITTER")) {
      environment.put("GIT_" + role + "_NAME", "Somebody");
      environment.put("GIT_" + role + "_EMAIL", "somebody@localhost");
    }
    Process process = builder.start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new IllegalStateException(String.join(" ", line) + ": " + said);
    }
    return said;
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.toList()) {
        Path target = to.resolve(from.relativize(file).toString());
        if (Files.isDirectory(file)) {
          Files.createDirectories(target);
        } else {
          Files.copy(file, target);
        }
      }
    }
  }
}
