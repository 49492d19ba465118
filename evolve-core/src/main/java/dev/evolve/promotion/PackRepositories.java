package dev.evolve.promotion;

import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import dev.evolve.git.CheckedObjects;
import dev.evolve.git.GitRepositories;
import dev.evolve.pack.PackSource;
import dev.evolve.provenance.SigningKey;
import java.io.IOException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.eclipse.jgit.lib.AbbreviatedObjectId;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectInserter;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.lib.Repository;

/**
 * Finds the repository that a campaign on a directory works in. The root of a clean repository is
 * used in place; any other directory is imported into a repository of Evolve's own under {@code
 * EVOLVE_HOME/repositories}, which is found again as long as the directory's content is the same.
 */
public final class PackRepositories {

  private static final String PACK_FILE = "evolve.yaml";
  private static final String MAIN = "main";
  private static final int DIGEST_LENGTH = 12;
  private static final int SHORTEST_HASH = 7;

  private final Path directory;
  private final Path inPlaceList;
  private final SignedCommits commits;

  /**
   * @param home EVOLVE_HOME
   * @param identity in whose name an import is committed
   * @param key signs imports
   * @param clock the time of imports
   */
  public PackRepositories(
      Path home, CommitterIdentity identity, SigningKey key, InstantSource clock) {
    this.directory = home.toAbsolutePath().normalize().resolve("repositories");
    this.inPlaceList = directory.resolve("in-place.txt");
    this.commits = new SignedCommits(identity, key, clock);
  }

  /** A commit and the repository that holds it. */
  public record Located(Path repository, String commit) {}

  /**
   * What a campaign on a directory starts from.
   *
   * @param pack directory with an {@code evolve.yaml}
   * @param packName the pack's name
   * @throws EvolveException INVALID_REQUEST if the directory cannot be used as it is
   */
  public PackSource resolve(Path pack, String packName) {
    try {
      Path root = pack.toRealPath();
      if (!Files.isRegularFile(root.resolve(PACK_FILE))) {
        throw new EvolveException(
            ErrorCode.INVALID_REQUEST,
            "wanted a pack with an " + PACK_FILE + " in " + root + ", found none");
      }
      return Files.exists(root.resolve(Constants.DOT_GIT))
          ? inPlace(root)
          : imported(root, packName);
    } catch (IOException e) {
      throw new EvolveException(
          ErrorCode.FORGE_FAILED,
          "the pack " + pack + " cannot be read or imported: " + e + "; check path and permissions",
          e);
    }
  }

  private PackSource inPlace(Path root) throws IOException {
    try (Repository repository = GitRepositories.open(root);
        ObjectReader reader = repository.newObjectReader()) {
      String full = repository.getFullBranch();
      if (full == null || !full.startsWith(Constants.R_HEADS)) {
        throw unusable(root, "no branch is checked out; check out the branch that changes land on");
      }
      String branch = full.substring(Constants.R_HEADS.length());
      ObjectId head = new Branches(repository).head(branch);
      if (head == null) {
        throw unusable(root, "the branch " + branch + " has no commit; commit the pack first");
      }
      CheckedObjects objects = new CheckedObjects(reader);
      if (objects.blobAt(objects.treeOf(head), PACK_FILE) == null) {
        throw unusable(root, PACK_FILE + " is not committed; commit the pack first");
      }
      checkClean(repository, branch, root);
      remember(root);
      return new PackSource(root.toString(), branch, head.name(), "");
    }
  }

  private static void checkClean(Repository repository, String branch, Path root)
      throws IOException {
    Optional<WorkingCopy> copy = WorkingCopy.of(repository, branch);
    Set<String> changes = copy.isPresent() ? copy.get().ownChanges(true) : Set.of();
    if (!changes.isEmpty()) {
      throw unusable(
          root,
          "it has changes that are not committed ("
              + WorkingCopy.named(changes)
              + "), which a campaign would not see; commit, ignore or stash them");
    }
  }

  private static EvolveException unusable(Path root, String why) {
    return new EvolveException(
        ErrorCode.INVALID_REQUEST, "the repository " + root + " cannot be used: " + why);
  }

  private PackSource imported(Path root, String packName) throws IOException {
    DirectoryFiles files = DirectoryFiles.read(root);
    String digest = files.digest().substring(0, DIGEST_LENGTH);
    String name = packName.replaceAll("[^a-z0-9-]", "-") + "-" + digest + ".git";
    Path target = directory.resolve(name);
    if (!Files.isDirectory(target)) {
      create(target, files, packName);
    }
    try (Repository repository = GitRepositories.open(target)) {
      ObjectId head = new Branches(repository).headOrThrow(MAIN);
      return new PackSource(target.toString(), MAIN, head.name(), "");
    }
  }

  /** The repository appears under its name complete or not at all. */
  private void create(Path target, DirectoryFiles files, String packName) throws IOException {
    Files.createDirectories(directory);
    Path draft = Files.createTempDirectory(directory, ".importing-");
    try {
      Path bare = draft.resolve("repository.git");
      commit(bare, files, packName);
      publish(bare, target);
    } finally {
      RollbackRehearsals.deleteTree(draft);
    }
  }

  private void commit(Path bare, DirectoryFiles files, String packName) throws IOException {
    try (Repository repository = GitRepositories.createBare(bare, MAIN);
        ObjectInserter inserter = repository.newObjectInserter()) {
      ObjectId tree = files.writeTree(inserter);
      String message =
          "Import the pack " + packName + "\n\nContent: sha256:" + files.digest() + "\n";
      ObjectId commit = commits.write(inserter, tree, List.of(), message);
      if (!new Branches(repository).move(MAIN, ObjectId.zeroId(), commit, "import")) {
        throw new IOException("the new branch " + MAIN + " exists already");
      }
    }
  }

  private static void publish(Path bare, Path target) throws IOException {
    try {
      Files.move(bare, target, StandardCopyOption.ATOMIC_MOVE);
    } catch (AtomicMoveNotSupportedException e) {
      throw e;
    } catch (IOException e) {
      if (!Files.isDirectory(target)) {
        throw e;
      }
      // Another process has imported the same content meanwhile; that import is the one.
    }
  }

  private void remember(Path root) throws IOException {
    List<String> known = new ArrayList<>(inPlace());
    if (known.contains(root.toString())) {
      return;
    }
    known.add(root.toString());
    Files.createDirectories(directory);
    Path draft = Files.createTempFile(directory, ".in-place-", ".tmp");
    Files.write(draft, known);
    Files.move(
        draft, inPlaceList, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  private List<String> inPlace() throws IOException {
    return Files.exists(inPlaceList) ? Files.readAllLines(inPlaceList) : List.of();
  }

  /** Every repository that a campaign has worked in and that still exists, sorted. */
  public List<Path> all() {
    List<Path> found = new ArrayList<>();
    try {
      if (Files.isDirectory(directory)) {
        try (Stream<Path> imported = Files.list(directory)) {
          imported.filter(path -> path.toString().endsWith(".git")).sorted().forEach(found::add);
        }
      }
      inPlace().stream().map(Path::of).filter(Files::isDirectory).forEach(found::add);
      return List.copyOf(found);
    } catch (IOException e) {
      throw new EvolveException(
          ErrorCode.FORGE_FAILED,
          directory + " cannot be read: " + e + "; check its permissions",
          e);
    }
  }

  /**
   * Where a commit is.
   *
   * @param commit full hash, or at least seven digits of it
   * @return the first repository that holds it
   * @throws EvolveException INVALID_REQUEST if that is no hash, or one that begins several commits
   */
  public Optional<Located> find(String commit) {
    if (!commit.matches("[0-9a-f]{" + SHORTEST_HASH + ",40}")) {
      throw new EvolveException(
          ErrorCode.INVALID_REQUEST,
          "wanted a commit's hash of at least "
              + SHORTEST_HASH
              + " hex digits, found \""
              + commit
              + "\"");
    }
    for (Path repository : all()) {
      Optional<Located> located =
          ForgeCalls.on(
              repository.toString(),
              "looking for " + commit,
              opened -> locate(opened, repository, commit));
      if (located.isPresent()) {
        return located;
      }
    }
    return Optional.empty();
  }

  private static Optional<Located> locate(Repository repository, Path path, String commit)
      throws IOException {
    try (ObjectReader reader = repository.newObjectReader()) {
      Collection<ObjectId> matches = reader.resolve(AbbreviatedObjectId.fromString(commit));
      List<ObjectId> found = new ArrayList<>();
      for (ObjectId match : matches) {
        if (reader.has(match) && reader.open(match).getType() == Constants.OBJ_COMMIT) {
          found.add(match);
        }
      }
      if (found.size() > 1) {
        throw new EvolveException(
            ErrorCode.INVALID_REQUEST,
            commit + " begins " + found.size() + " commits of " + path + "; give more digits");
      }
      return found.stream().findFirst().map(id -> new Located(path, id.name()));
    }
  }
}
