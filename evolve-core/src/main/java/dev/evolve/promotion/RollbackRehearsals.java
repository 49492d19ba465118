package dev.evolve.promotion;

import dev.evolve.artifact.ArtifactStore;
import dev.evolve.error.EvolveException;
import dev.evolve.git.CandidateTrees;
import dev.evolve.git.CheckedObjects;
import dev.evolve.git.GitRepositories;
import dev.evolve.git.ThreeWayTrees;
import dev.evolve.git.TreeEdits;
import dev.evolve.json.Digests;
import dev.evolve.pack.BenchPack;
import dev.evolve.pack.PackSource;
import dev.evolve.proposal.Changeset;
import dev.evolve.provenance.SigningKey;
import dev.evolve.provenance.Trailers;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eclipse.jgit.lib.FileMode;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectInserter;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.lib.Repository;

/**
 * Carries merge and revert out in a scratch repository that borrows the real one's objects and
 * writes none, with a key that is thrown away, and takes the previous artifact out of the store.
 */
final class RollbackRehearsals {

  private static final String REHEARSAL = "rehearsal";

  private final CommitterIdentity identity;
  private final ArtifactStore artifacts;
  private final Path scratch;
  private final InstantSource clock;
  private final SecureRandom random;

  RollbackRehearsals(
      CommitterIdentity identity,
      ArtifactStore artifacts,
      Path scratch,
      InstantSource clock,
      SecureRandom random) {
    this.identity = identity;
    this.artifacts = artifacts;
    this.scratch = scratch;
    this.clock = clock;
    this.random = random;
  }

  /** The rehearsal's outcome; whatever goes wrong is its problem, not an exception. */
  RollbackRehearsal rehearse(
      Repository real, PackSource source, BenchPack pack, Changeset changeset, String artifact)
      throws IOException {
    Files.createDirectories(scratch);
    Path directory = Files.createTempDirectory(scratch, "rehearsal-");
    String before = "";
    String merged = "";
    String after = "";
    String problem = "";
    try (Repository clone = borrow(real, source, directory.resolve("clone.git"))) {
      before = treeOf(clone, ObjectId.fromString(source.commit())).name();
      ObjectId merge = merge(clone, source, pack, changeset);
      merged = treeOf(clone, merge).name();
      after = revert(clone, source, merge).name();
      if (!after.equals(before)) {
        problem = "after merge and revert the tree is " + after + ", not " + before;
      }
    } catch (EvolveException | IOException | IllegalArgumentException e) {
      problem = "merge and revert failed: " + e.getMessage();
    }
    String artifactProblem = restore(artifact, directory.resolve("artifact"));
    deleteTree(directory);
    return new RollbackRehearsal(
        before,
        after,
        artifact,
        artifactProblem.isEmpty(),
        Stream.of(problem, artifactProblem)
            .filter(text -> !text.isEmpty())
            .collect(Collectors.joining("; ")),
        new RollbackRehearsal.Subject(
            source.commit(), RollbackRehearsal.Subject.of(changeset), merged));
  }

  private static Repository borrow(Repository real, PackSource source, Path path)
      throws IOException {
    Path objects = real.getCommonDirectory().toPath().toAbsolutePath().resolve("objects");
    try (Repository empty = GitRepositories.createBare(path, source.branch())) {
      Path alternates = empty.getDirectory().toPath().resolve("objects/info/alternates");
      Files.createDirectories(alternates.resolveSibling(""));
      Files.writeString(alternates, objects + "\n");
    }
    Repository clone = GitRepositories.open(path);
    try {
      move(clone, source.branch(), ObjectId.zeroId(), ObjectId.fromString(source.commit()));
      return clone;
    } catch (IOException | RuntimeException e) {
      clone.close();
      throw e;
    }
  }

  /** Puts the change and its merge on the scratch branch; returns the merge. */
  private ObjectId merge(Repository clone, PackSource source, BenchPack pack, Changeset changeset)
      throws IOException {
    SignedCommits commits = scratchCommits();
    ObjectId base = ObjectId.fromString(source.commit());
    try (ObjectInserter inserter = clone.newObjectInserter()) {
      ObjectId candidate = CandidateTrees.of(clone, inserter, source, pack, changeset);
      ObjectId tree =
          TreeEdits.put(
              inserter,
              candidate,
              Trailers.envelopePath(REHEARSAL),
              FileMode.REGULAR_FILE,
              "{}\n".getBytes(StandardCharsets.UTF_8));
      inserter.flush();
      ObjectId change = commits.write(inserter, tree, List.of(base), "The change\n");
      move(clone, Branches.ofProposal(REHEARSAL), ObjectId.zeroId(), change);
      ObjectId merge = commits.write(inserter, tree, List.of(base, change), "The merge\n");
      move(clone, source.branch(), base, merge);
      return merge;
    }
  }

  /** Reverts the merge on the scratch branch; returns the tree that the branch then has. */
  private ObjectId revert(Repository clone, PackSource source, ObjectId merge) throws IOException {
    ObjectId base = ObjectId.fromString(source.commit());
    ObjectId tree = treeOf(clone, merge);
    try (ObjectInserter inserter = clone.newObjectInserter()) {
      ObjectId restored = reverted(inserter, treeOf(clone, base), tree, tree);
      ObjectId revert = scratchCommits().write(inserter, restored, List.of(merge), "The revert\n");
      move(clone, source.branch(), merge, revert);
    }
    return treeOf(clone, new Branches(clone).headOrThrow(source.branch()));
  }

  private SignedCommits scratchCommits() {
    return new SignedCommits(identity, SigningKey.generate(random), clock);
  }

  private static ObjectId reverted(
      ObjectInserter inserter, ObjectId before, ObjectId after, ObjectId now) throws IOException {
    return switch (ThreeWayTrees.without(inserter, before, after, now)) {
      case ThreeWayTrees.Outcome.Merged merged -> {
        inserter.flush();
        yield merged.tree();
      }
      case ThreeWayTrees.Outcome.Conflict conflict ->
          throw new IOException("the revert conflicts in " + conflict.paths());
    };
  }

  private static void move(Repository clone, String branch, ObjectId from, ObjectId to)
      throws IOException {
    if (!new Branches(clone).move(branch, from, to, REHEARSAL)) {
      throw new IOException("the scratch branch " + branch + " moved by itself");
    }
  }

  private static ObjectId treeOf(Repository repository, ObjectId commit) throws IOException {
    try (ObjectReader reader = repository.newObjectReader()) {
      return new CheckedObjects(reader).treeOf(commit);
    }
  }

  private String restore(String artifact, Path target) {
    try {
      if (!artifacts.contains(artifact)) {
        return "the artifact store does not hold " + artifact + ", which a rollback restores";
      }
      artifacts.materialise(artifact, target);
      String found = Digests.sha256(target);
      return found.equals(artifact) ? "" : "the artifact store gave " + found + " for " + artifact;
    } catch (EvolveException | IOException e) {
      return "the artifact " + artifact + " cannot be restored: " + e.getMessage();
    }
  }

  static void deleteTree(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }
}
