package dev.evolve.json;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256 as lower-case hex. */
public final class Digests {

  private Digests() {}

  /** Hash of bytes. */
  public static String sha256(byte[] content) {
    return HexFormat.of().formatHex(newSha256().digest(content));
  }

  /** Hash of text in UTF-8. */
  public static String sha256(String content) {
    return sha256(content.getBytes(StandardCharsets.UTF_8));
  }

  /** Hash of a file's content, read in a stream. */
  public static String sha256(Path file) throws IOException {
    MessageDigest digest = newSha256();
    byte[] buffer = new byte[64 * 1024];
    try (InputStream in = Files.newInputStream(file)) {
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        digest.update(buffer, 0, read);
      }
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  private static MessageDigest newSha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
