package dev.evolve.provenance;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.Signature;
import java.security.interfaces.EdECPublicKey;
import java.security.spec.EdECPoint;
import java.security.spec.EdECPublicKeySpec;
import java.security.spec.NamedParameterSpec;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;

/** An Ed25519 public key: what a signature is held against, and what people are asked to trust. */
public final class PublicKey {

  /** The key's type in SSH. */
  static final String TYPE = "ssh-ed25519";

  private static final int LENGTH = 32;

  private final byte[] point;

  private PublicKey(byte[] point) {
    this.point = point;
  }

  static PublicKey ofPoint(byte[] point) {
    if (point.length != LENGTH) {
      throw new IllegalArgumentException("an Ed25519 key has 32 bytes, not " + point.length);
    }
    return new PublicKey(point.clone());
  }

  static PublicKey of(EdECPublicKey key) {
    byte[] point = new byte[LENGTH];
    byte[] bigEndian = key.getPoint().getY().toByteArray();
    for (int i = 0; i < bigEndian.length && i < LENGTH; i++) {
      point[i] = bigEndian[bigEndian.length - 1 - i];
    }
    if (key.getPoint().isXOdd()) {
      point[LENGTH - 1] |= (byte) 0x80;
    }
    return new PublicKey(point);
  }

  /**
   * Reads a key as SSH sends it.
   *
   * @throws IllegalArgumentException if it is not an Ed25519 key
   */
  static PublicKey ofWire(byte[] wire) {
    SshWire.Reader reader = new SshWire.Reader(wire);
    String type = reader.text();
    if (!type.equals(TYPE)) {
      throw new IllegalArgumentException("wanted an " + TYPE + " key, found " + type);
    }
    PublicKey key = ofPoint(reader.field());
    if (!reader.atEnd()) {
      throw new IllegalArgumentException("bytes follow the key");
    }
    return key;
  }

  byte[] wire() {
    return new SshWire.Writer().field(TYPE).field(point).bytes();
  }

  byte[] point() {
    return point.clone();
  }

  /** The key as in an {@code authorized_keys} or {@code .pub} file: type and base64. */
  public String openSsh() {
    return TYPE + " " + Base64.getEncoder().encodeToString(wire());
  }

  /** The fingerprint that {@code ssh-keygen -l} shows: {@code SHA256:...}. */
  public String fingerprint() {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(wire());
      return "SHA256:" + Base64.getEncoder().withoutPadding().encodeToString(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  /** Whether the signature over the message is this key's. */
  public boolean verifies(byte[] message, byte[] signature) {
    try {
      Signature verifier = Signature.getInstance("Ed25519");
      verifier.initVerify(jdkKey());
      verifier.update(message);
      return verifier.verify(signature);
    } catch (GeneralSecurityException e) {
      return false;
    }
  }

  private java.security.PublicKey jdkKey() throws GeneralSecurityException {
    byte[] bigEndian = new byte[LENGTH];
    for (int i = 0; i < LENGTH; i++) {
      bigEndian[i] = point[LENGTH - 1 - i];
    }
    boolean odd = (bigEndian[0] & 0x80) != 0;
    bigEndian[0] &= 0x7f;
    EdECPoint decoded = new EdECPoint(odd, new BigInteger(1, bigEndian));
    return KeyFactory.getInstance("Ed25519")
        .generatePublic(new EdECPublicKeySpec(NamedParameterSpec.ED25519, decoded));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof PublicKey key && Arrays.equals(point, key.point);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(point);
  }

  @Override
  public String toString() {
    return "PublicKey[" + HexFormat.of().formatHex(point) + "]";
  }
}
