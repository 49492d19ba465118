package dev.evolve.provenance;

import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/**
 * The keys that are trusted, from a file in the format of {@code gpg.ssh.allowedSignersFile}. Lines
 * that Evolve does not understand in full trust nobody.
 *
 * @param signers who is trusted
 */
public record AllowedSigners(List<Signer> signers) {

  private static final String NAMESPACES = "namespaces=\"";

  public AllowedSigners {
    signers = List.copyOf(signers);
  }

  /**
   * Someone who is trusted.
   *
   * @param principal name or address
   * @param key their key
   */
  public record Signer(String principal, PublicKey key) {}

  /** Trusts one key. */
  public static AllowedSigners of(String principal, PublicKey key) {
    return new AllowedSigners(List.of(new Signer(principal, key)));
  }

  /** Who holds a key, if it is trusted. */
  public Optional<Signer> find(PublicKey key) {
    return signers.stream().filter(signer -> signer.key().equals(key)).findFirst();
  }

  /**
   * Reads a file.
   *
   * @throws EvolveException NOT_FOUND if it cannot be read or trusts nobody
   */
  public static AllowedSigners read(Path file) {
    try {
      AllowedSigners read = parse(Files.readString(file));
      if (read.signers().isEmpty()) {
        throw new EvolveException(
            ErrorCode.NOT_FOUND,
            file
                + " trusts no key: wanted lines like `name namespaces=\"git\" ssh-ed25519 AAAA...`");
      }
      return read;
    } catch (IOException e) {
      throw new EvolveException(
          ErrorCode.NOT_FOUND,
          "wanted the keys to trust in "
              + file
              + ", but it cannot be read ("
              + e.getClass().getSimpleName()
              + "); name the file, or promote something first, which makes it",
          e);
    }
  }

  /** Reads lines of principals, options, key type and key. */
  static AllowedSigners parse(String text) {
    List<Signer> signers = new ArrayList<>();
    for (String line : text.lines().map(String::strip).toList()) {
      if (!line.isEmpty() && !line.startsWith("#")) {
        signer(line).ifPresent(signers::add);
      }
    }
    return new AllowedSigners(signers);
  }

  private static Optional<Signer> signer(String line) {
    List<String> words = Arrays.asList(line.split("\\s+"));
    int type = words.indexOf(PublicKey.TYPE);
    boolean understood = type == 1 || (type == 2 && isForGit(words.get(1)));
    if (!understood || words.size() <= type + 1) {
      return Optional.empty();
    }
    try {
      byte[] wire = Base64.getDecoder().decode(words.get(type + 1));
      return Optional.of(new Signer(words.getFirst(), PublicKey.ofWire(wire)));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static boolean isForGit(String option) {
    return option.startsWith(NAMESPACES)
        && option.endsWith("\"")
        && Arrays.asList(option.substring(NAMESPACES.length(), option.length() - 1).split(","))
            .contains("git");
  }
}
