package dev.evolve.app.security;

import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;

/**
 * The token that allows writing: 256 random bits in a file of mode 0600 in the home, made on the
 * first start. Whoever can read that file owns the service's data anyway.
 */
public final class AccessToken {

  private static final int BYTES = 32;
  private static final String NAME = "token";

  private final String value;

  private AccessToken(String value) {
    this.value = value;
  }

  /** The token of a home; made if there is none. */
  public static AccessToken openOrCreate(Path home, SecureRandom random) {
    Path file = home.resolve(NAME);
    try {
      Files.createDirectories(home);
      if (!Files.exists(file)) {
        byte[] bytes = new byte[BYTES];
        random.nextBytes(bytes);
        Files.createFile(
            file,
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(
            file,
            Base64.getUrlEncoder().withoutPadding().encodeToString(bytes) + "\n",
            StandardOpenOption.WRITE);
      }
      return new AccessToken(Files.readString(file).strip());
    } catch (IOException e) {
      throw new EvolveException(
          ErrorCode.SERVICE_FAILED,
          "the access token " + file + " cannot be read or made: " + e.getMessage(),
          e);
    }
  }

  /** True if the candidate is the token; takes the same time whatever it is. */
  boolean matches(String candidate) {
    return MessageDigest.isEqual(
        candidate.getBytes(StandardCharsets.UTF_8), value.getBytes(StandardCharsets.UTF_8));
  }

  /** The token itself, for the link that the command line prints. */
  public String reveal() {
    return value;
  }

  @Override
  public String toString() {
    return "AccessToken";
  }
}
