package dev.evolve.provenance;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;

/**
 * Signatures of commits in SSH's format, as {@code git verify-commit} reads them. Only the one
 * spelling that we and {@code ssh-keygen} write is accepted, so a changed byte is never overlooked.
 *
 * @param key whose signature it claims to be
 * @param value the 64 bytes over the wrapped hash of the message
 */
record SshSignature(PublicKey key, byte[] value) {

  private static final String LABEL = "SSH SIGNATURE";
  private static final byte[] MAGIC = "SSHSIG".getBytes(StandardCharsets.US_ASCII);
  private static final int VERSION = 1;
  private static final String HASH = "sha512";
  private static final String NAMESPACE = "git";
  private static final int LENGTH = 64;

  SshSignature {
    value = value.clone();
  }

  /** Signs a commit's bytes. */
  static SshSignature of(SigningKey key, byte[] message) {
    return new SshSignature(key.publicKey(), key.sign(wrapped(message)));
  }

  /** Whether the key has signed the message. */
  boolean isOver(byte[] message) {
    return key.verifies(wrapped(message), value);
  }

  /** The signature as text, without a line feed at the end. */
  String armored() {
    byte[] inner = new SshWire.Writer().field(PublicKey.TYPE).field(value).bytes();
    byte[] blob =
        new SshWire.Writer()
            .raw(MAGIC)
            .number(VERSION)
            .field(key.wire())
            .field(NAMESPACE)
            .field("")
            .field(HASH)
            .field(inner)
            .bytes();
    return SshWire.armored(LABEL, blob);
  }

  /**
   * Reads a signature.
   *
   * @throws IllegalArgumentException if it is not an Ed25519 signature for git, spelt canonically
   */
  static SshSignature parse(String armored) {
    SshWire.Reader reader = new SshWire.Reader(SshWire.dearmored(LABEL, armored));
    if (!Arrays.equals(reader.raw(MAGIC.length), MAGIC) || reader.number() != VERSION) {
      throw new IllegalArgumentException("not an SSH signature, version 1");
    }
    PublicKey key = PublicKey.ofWire(reader.field());
    String namespace = reader.text();
    reader.field();
    String hash = reader.text();
    SshWire.Reader inner = new SshWire.Reader(reader.field());
    String type = inner.text();
    byte[] value = inner.field();
    SshSignature signature = new SshSignature(key, value);
    if (!type.equals(PublicKey.TYPE) || value.length != LENGTH || !hash.equals(HASH)) {
      throw new IllegalArgumentException("wanted Ed25519 over SHA-512, found " + type + " " + hash);
    }
    if (!namespace.equals(NAMESPACE)) {
      throw new IllegalArgumentException("the signature is for " + namespace + ", not for git");
    }
    if (!signature.armored().equals(armored)) {
      throw new IllegalArgumentException("the signature is not spelt canonically");
    }
    return signature;
  }

  private static byte[] wrapped(byte[] message) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-512").digest(message);
      return new SshWire.Writer()
          .raw(MAGIC)
          .field(NAMESPACE)
          .field("")
          .field(HASH)
          .field(digest)
          .bytes();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-512", e);
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof SshSignature signature
        && key.equals(signature.key)
        && Arrays.equals(value, signature.value);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(value);
  }
}
