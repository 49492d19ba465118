package dev.evolve.promotion;

import dev.evolve.artifact.ArtifactStore;
import dev.evolve.campaign.CampaignFixtures;
import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import dev.evolve.json.Digests;
import dev.evolve.pack.BenchPack;
import dev.evolve.pack.PackReader;
import dev.evolve.pack.PackSource;
import dev.evolve.promotion.Forge.ProposalCommit;
import dev.evolve.proposal.Changeset;
import dev.evolve.provenance.CommitVerifier;
import dev.evolve.provenance.EnvelopeFixtures;
import dev.evolve.provenance.OutputEnvelope;
import dev.evolve.provenance.SigningKeys;
import dev.evolve.provenance.VerificationReport;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A real repository with a small pack, and a forge for it. */
public final class ForgeFixture {

  /** Content of the file that diffs may change. */
  public static final String KERNEL = "one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\n";

  /** Id of the proposal. */
  public static final String ID = "campaign-1-p1";

  private static final String PACK =
      """
      version: 1
      name: toy
      domain: kernel
      description: A toy.
      knobs:
        TILE: {type: ordinal, values: [1, 2, 3, 4, 5], default: 1, description: The tile.}
      configuration: {file: knobs.env, format: env}
      editable: [src/kernel.c, generated/]
      build: {command: [sh, build.sh], artifacts: [build/toy]}
      bench: {command: [build/toy, --seed, "{seed}", --output, "{output}"]}
      scenarios:
        - {name: small, role: train, arguments: []}
        - {name: odd, role: holdout, arguments: []}
      metrics:
        - {name: time, unit: ns, direction: lower, role: objective, description: The time.}
      output: {dtype: f32, measure: relative-l2, tolerance: 1.0e-6}
      limits:
        build: {wallSeconds: 60, memoryMiB: 512, processes: 64}
        bench: {wallSeconds: 20, memoryMiB: 512, processes: 8}
      gates:
        perf: {minimumGain: 0.10, confidence: 0.99}
        memory: {peakRssTolerance: 0.03}
        canary: {p95Tolerance: 0.10, p99Tolerance: 0.25, maximumErrorRate: 0.0}
      budget: {evaluations: 24, minutes: 6}
      """;

  private static final Instant START = Instant.parse("2026-11-30T12:00:00Z");

  private final Path home;
  private final SigningKeys keys;
  private final FakeArtifacts artifacts = new FakeArtifacts();
  private final BenchPack pack;
  private final CommitVerifier verifier;
  private final PackSource source;
  private Instant now = START;

  private ForgeFixture(Path home, Path repository, String directory) {
    this.home = home;
    this.keys = SigningKeys.openOrCreate(home, "evolve@localhost", new SecureRandom());
    this.verifier = new CommitVerifier(keys.trusted());
    this.pack = new PackReader().read(PACK, "evolve.yaml");
    this.source =
        new PackSource(
            repository.toString(), "main", git(repository, "rev-parse", "main"), directory);
  }

  /** A repository with a working directory. */
  public static ForgeFixture withWorkingDirectory(Path temporary) {
    return withPackIn(temporary, "");
  }

  /** A repository with a working directory and the pack in a directory of it. */
  public static ForgeFixture withPackIn(Path temporary, String directory) {
    Path repository = temporary.resolve("repository");
    create(repository, directory);
    return new ForgeFixture(temporary.resolve("home"), repository, directory);
  }

  /** A bare repository. */
  public static ForgeFixture bare(Path temporary) {
    create(temporary.resolve("origin"), "");
    git(temporary, "clone", "-q", "--bare", "origin", "bare.git");
    return new ForgeFixture(temporary.resolve("home"), temporary.resolve("bare.git"), "");
  }

  private static void create(Path repository, String directory) {
    Path pack = repository.resolve(directory);
    write(pack.resolve("evolve.yaml"), PACK);
    write(pack.resolve("knobs.env"), "# tuned by hand\nTILE=1\n");
    write(pack.resolve("src/kernel.c"), KERNEL);
    write(pack.resolve("src/harness.c"), "do not touch\n");
    write(repository.resolve(".gitattributes"), "*.c text eol=crlf\n");
    git(repository, "init", "-q", "-b", "main");
    git(repository, "add", ".");
    commit(repository, "start");
  }

  /** Commits what is staged, as a person would. */
  public static void commit(Path repository, String message) {
    git(
        repository,
        "-c",
        "user.name=Person",
        "-c",
        "user.email=person@example.org",
        "commit",
        "-qm",
        message);
  }

  /** The forge; a new one each time, as after a restart. */
  public LocalGitForge forge() {
    InstantSource clock =
        () -> {
          now = now.plus(Duration.ofMinutes(1));
          return now;
        };
    return new LocalGitForge(
        CommitterIdentity.EVOLVE,
        keys,
        artifacts,
        home.resolve("scratch"),
        clock,
        new SecureRandom());
  }

  /** What anyone verifies with. */
  public CommitVerifier verifier() {
    return verifier;
  }

  /** Verifies a commit of the repository. */
  public VerificationReport verify(String commit) {
    return verifier().verify(repository(), commit);
  }

  /** A change of the second line of the kernel. */
  public static Changeset kernelDiff() {
    return new Changeset.Diff(
        """
        --- a/src/kernel.c
        +++ b/src/kernel.c
        @@ -1,4 +1,4 @@
         one
        -two
        +2
         three
         four
        """);
  }

  /** A knob's change. */
  public static Changeset tile(int from, int to) {
    return new Changeset.Knobs(CampaignFixtures.tile(from), CampaignFixtures.tile(to));
  }

  /** The envelope of a change, as a campaign makes it. */
  public OutputEnvelope envelope(String proposalId, Changeset changeset) {
    return EnvelopeFixtures.envelope(
        proposalId,
        source.commit(),
        git("rev-parse", source.commit() + "^{tree}"),
        changeset,
        Digests.sha256(forge().diff(source, pack, changeset)));
  }

  /** Proposes a knob's change. */
  public ProposalCommit propose() {
    return propose(tile(1, 2));
  }

  /** Proposes a change. */
  public ProposalCommit propose(Changeset changeset) {
    return forge().propose(source, pack, changeset, envelope(ID, changeset));
  }

  /** A person's approval of a commit. */
  public static Approval approval(ProposalCommit commit) {
    return approval(commit, "Ada", "dashboard");
  }

  /** An approval of a commit. */
  public static Approval approval(ProposalCommit commit, String person, String via) {
    return new Approval(
        person, via, "looks right", commit.commit(), commit.envelopeSha256(), START);
  }

  /** Proposes, approves and merges; the merge's hash. */
  public String merged(Changeset changeset) {
    ProposalCommit commit = propose(changeset);
    return ((Forge.MergeOutcome.Merged) forge().merge(source, ID, commit, approval(commit)))
        .mergeCommit();
  }

  /** Where the pack is. */
  public PackSource source() {
    return source;
  }

  /** The pack. */
  public BenchPack benchPack() {
    return pack;
  }

  /** The keys. */
  public SigningKeys keys() {
    return keys;
  }

  /** The store of artifacts. */
  public FakeArtifacts artifacts() {
    return artifacts;
  }

  /** EVOLVE_HOME. */
  public Path home() {
    return home;
  }

  /** The repository. */
  public Path repository() {
    return Path.of(source.repository());
  }

  /** Commits a file on the base branch later. */
  public void later(String path, String text) {
    write(repository().resolve(path), text);
    git("add", path);
    commit(repository(), "later");
  }

  /** Runs git in the repository. */
  public String git(String... arguments) {
    return git(repository(), arguments);
  }

  /** Runs git in a directory without anyone's configuration; what it printed. */
  public static String git(Path directory, String... arguments) {
    Result result = tryGit(directory, arguments);
    if (result.exit() != 0) {
      throw new IllegalStateException(
          "git " + String.join(" ", arguments) + ": " + result.output());
    }
    return result.output().strip();
  }

  /** What a command printed and how it ended. */
  public record Result(int exit, String output) {}

  /** Runs git in a directory without anyone's configuration, whatever comes of it. */
  public static Result tryGit(Path directory, String... arguments) {
    List<String> command = new ArrayList<>(List.of("git"));
    command.addAll(List.of(arguments));
    return run(directory, command);
  }

  /** Runs a command. */
  public static Result run(Path directory, List<String> command) {
    try {
      ProcessBuilder builder =
          new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true);
      builder.environment().put("GIT_CONFIG_GLOBAL", "/dev/null");
      builder.environment().put("GIT_CONFIG_NOSYSTEM", "1");
      Process process = builder.start();
      process.getOutputStream().close();
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (!process.waitFor(60, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new IllegalStateException(command + " does not end");
      }
      return new Result(process.exitValue(), output);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** Writes a file, with its directories. */
  public static void write(Path file, String text) {
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Reads a file. */
  public static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Artifacts in memory. */
  public static final class FakeArtifacts implements ArtifactStore {

    private final Map<String, byte[]> contents = new HashMap<>();

    /** Puts content under its hash. */
    public String put(String content) {
      String sha256 = Digests.sha256(content);
      contents.put(sha256, content.getBytes(StandardCharsets.UTF_8));
      return sha256;
    }

    /** Puts content under a hash that is not its own. */
    public void corrupt(String sha256) {
      contents.put(sha256, new byte[] {1, 2, 3});
    }

    @Override
    public String put(Path file) {
      return put(read(file));
    }

    @Override
    public boolean contains(String sha256) {
      return contents.containsKey(sha256);
    }

    @Override
    public void materialise(String sha256, Path target) {
      byte[] content = contents.get(sha256);
      if (content == null) {
        throw new EvolveException(ErrorCode.NOT_FOUND, "no artifact " + sha256);
      }
      try {
        Files.write(target, content);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
