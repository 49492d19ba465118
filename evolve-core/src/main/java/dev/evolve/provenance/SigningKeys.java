package dev.evolve.provenance;

import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Set;

/**
 * The key that Evolve signs with, kept under {@code EVOLVE_HOME/keys}: {@code evolve_ed25519} (only
 * its owner may read it), {@code evolve_ed25519.pub}, and {@code allowed_signers}, the file that
 * git and {@code evolve verify} are pointed at. Made on first use, loaded ever after.
 */
public final class SigningKeys {

  private static final String KEY_FILE = "evolve_ed25519";
  private static final Set<PosixFilePermission> OWNER_ONLY =
      PosixFilePermissions.fromString("rw-------");

  private final SigningKey key;
  private final Path allowedSigners;

  private SigningKeys(SigningKey key, Path allowedSigners) {
    this.key = key;
    this.allowedSigners = allowedSigners;
  }

  /**
   * Loads the key, or makes it.
   *
   * @param home EVOLVE_HOME
   * @param principal who the key stands for, an e-mail address
   * @param random where a new key comes from
   * @throws EvolveException NOT_ALLOWED if others can read the key, DATA_CORRUPT if it is damaged
   */
  public static SigningKeys openOrCreate(Path home, String principal, SecureRandom random) {
    Path directory = home.resolve("keys");
    Path file = directory.resolve(KEY_FILE);
    try {
      if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
        create(directory, file, principal, random);
      }
      SigningKey key = load(file);
      Path allowed = directory.resolve("allowed_signers");
      writeIfAbsent(
          directory.resolve(KEY_FILE + ".pub"), key.publicKey().openSsh() + " " + principal + "\n");
      trust(allowed, principal, key.publicKey());
      return new SigningKeys(key, allowed);
    } catch (IOException e) {
      throw new EvolveException(
          ErrorCode.FORGE_FAILED,
          "the signing key cannot be kept in "
              + directory
              + " ("
              + e
              + "); make the directory writable for the user that runs Evolve",
          e);
    }
  }

  /** The key. */
  public SigningKey key() {
    return key;
  }

  /** The file for {@code gpg.ssh.allowedSignersFile} and {@code evolve verify}. */
  public Path allowedSignersFile() {
    return allowedSigners;
  }

  /** Everyone whom that file trusts: this key, its predecessors, and whom people have added. */
  public AllowedSigners trusted() {
    return AllowedSigners.read(allowedSigners);
  }

  private static String allowedLine(String principal, PublicKey key) {
    return principal + " namespaces=\"git\" " + key.openSsh() + "\n";
  }

  /** The key appears under its name complete or not at all; of two makers the first one wins. */
  private static void create(Path directory, Path file, String principal, SecureRandom random)
      throws IOException {
    Files.createDirectories(directory);
    restrict(directory, PosixFilePermissions.fromString("rwx------"));
    String text = SigningKey.generate(random).openSshFile(principal, random.nextInt());
    Path draft = Files.createTempFile(directory, KEY_FILE, ".new");
    try {
      restrict(draft, OWNER_ONLY);
      Files.writeString(draft, text);
      publish(draft, file);
    } catch (FileAlreadyExistsException e) {
      // Another process was faster; its key is the key.
    } finally {
      Files.deleteIfExists(draft);
    }
  }

  private static void publish(Path draft, Path file) throws IOException {
    try {
      Files.createLink(file, draft);
    } catch (UnsupportedOperationException e) {
      Files.move(draft, file);
    }
  }

  private static SigningKey load(Path file) throws IOException {
    checkPermissions(file);
    try {
      return SigningKey.fromOpenSshFile(Files.readString(file));
    } catch (IllegalArgumentException e) {
      throw new EvolveException(
          ErrorCode.DATA_CORRUPT,
          "the signing key "
              + file
              + " cannot be used: "
              + e.getMessage()
              + "; restore it from a backup, or move it away to have a new one made",
          e);
    }
  }

  private static void checkPermissions(Path file) throws IOException {
    if (!hasPermissions(file)) {
      return;
    }
    Set<PosixFilePermission> found = Files.getPosixFilePermissions(file);
    if (!OWNER_ONLY.containsAll(found)) {
      throw new EvolveException(
          ErrorCode.NOT_ALLOWED,
          "the signing key "
              + file
              + " may be read or changed by others ("
              + PosixFilePermissions.toString(found)
              + "); if nobody has copied it, run `chmod 600 "
              + file
              + "`, otherwise move it away to have a new one made");
    }
  }

  private static void restrict(Path path, Set<PosixFilePermission> permissions) throws IOException {
    if (hasPermissions(path)) {
      Files.setPosixFilePermissions(path, permissions);
    }
  }

  private static boolean hasPermissions(Path path) {
    return Files.getFileAttributeView(path, PosixFileAttributeView.class) != null;
  }

  /** Adds the key to the file; older keys stay, so that what they signed can still be verified. */
  private static void trust(Path allowed, String principal, PublicKey key) throws IOException {
    String before = Files.exists(allowed) ? Files.readString(allowed) : "";
    if (AllowedSigners.parse(before).find(key).isEmpty()) {
      String separator = before.isEmpty() || before.endsWith("\n") ? "" : "\n";
      Files.writeString(allowed, before + separator + allowedLine(principal, key));
    }
  }

  private static void writeIfAbsent(Path file, String text) throws IOException {
    if (!Files.exists(file)) {
      Files.writeString(file, text);
    }
  }
}
