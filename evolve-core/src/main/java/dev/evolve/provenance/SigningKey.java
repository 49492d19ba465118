package dev.evolve.provenance;

import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.interfaces.EdECPrivateKey;
import java.security.interfaces.EdECPublicKey;
import java.security.spec.EdECPrivateKeySpec;
import java.security.spec.NamedParameterSpec;
import java.util.Arrays;

/**
 * An Ed25519 key that signs commits and envelopes. Its private part never appears in a message, a
 * log or {@link #toString}.
 */
public final class SigningKey {

  private static final String FILE_LABEL = "OPENSSH PRIVATE KEY";
  private static final byte[] FILE_MAGIC =
      "openssh-key-v1\0".getBytes(java.nio.charset.StandardCharsets.US_ASCII);
  private static final int BLOCK = 8;

  private final byte[] seed;
  private final PublicKey publicKey;

  private SigningKey(byte[] seed, PublicKey publicKey) {
    this.seed = seed;
    this.publicKey = publicKey;
  }

  /** Makes a new key. */
  public static SigningKey generate(SecureRandom random) {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("Ed25519");
      generator.initialize(NamedParameterSpec.ED25519, random);
      KeyPair pair = generator.generateKeyPair();
      byte[] seed =
          ((EdECPrivateKey) pair.getPrivate())
              .getBytes()
              .orElseThrow(() -> new IllegalStateException("the JDK keeps the key's bytes back"));
      return new SigningKey(seed, PublicKey.of((EdECPublicKey) pair.getPublic()));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK since 15 has Ed25519", e);
    }
  }

  /** The public part. */
  public PublicKey publicKey() {
    return publicKey;
  }

  /** Signs a message: 64 bytes, the same for the same message. */
  public byte[] sign(byte[] message) {
    try {
      Signature signer = Signature.getInstance("Ed25519");
      signer.initSign(jdkKey());
      signer.update(message);
      return signer.sign();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("an Ed25519 key can sign", e);
    }
  }

  private PrivateKey jdkKey() throws GeneralSecurityException {
    return KeyFactory.getInstance("Ed25519")
        .generatePrivate(new EdECPrivateKeySpec(NamedParameterSpec.ED25519, seed));
  }

  /** The private key as OpenSSH keeps it, without a passphrase. */
  String openSshFile(String comment, int check) {
    SshWire.Writer secret =
        new SshWire.Writer()
            .number(check)
            .number(check)
            .field(PublicKey.TYPE)
            .field(publicKey.point())
            .field(new SshWire.Writer().raw(seed).raw(publicKey.point()).bytes())
            .field(comment);
    for (byte pad = 1; secret.bytes().length % BLOCK != 0; pad++) {
      secret.raw(new byte[] {pad});
    }
    byte[] file =
        new SshWire.Writer()
            .raw(FILE_MAGIC)
            .field("none")
            .field("none")
            .field("")
            .number(1)
            .field(publicKey.wire())
            .field(secret.bytes())
            .bytes();
    return SshWire.armored(FILE_LABEL, file) + "\n";
  }

  /**
   * Reads a private key without a passphrase.
   *
   * @throws IllegalArgumentException if it is not one, saying why without its content
   */
  static SigningKey fromOpenSshFile(String text) {
    SshWire.Reader reader = new SshWire.Reader(SshWire.dearmored(FILE_LABEL, text));
    if (!Arrays.equals(reader.raw(FILE_MAGIC.length), FILE_MAGIC)) {
      throw new IllegalArgumentException("not an OpenSSH key, version 1");
    }
    if (!reader.text().equals("none") || !reader.text().equals("none")) {
      throw new IllegalArgumentException("the key has a passphrase, which Evolve cannot ask for");
    }
    reader.field();
    if (reader.number() != 1) {
      throw new IllegalArgumentException("the file holds more than one key");
    }
    PublicKey outer = PublicKey.ofWire(reader.field());
    SigningKey key = fromSecret(new SshWire.Reader(reader.field()));
    if (!outer.equals(key.publicKey())) {
      throw new IllegalArgumentException("its public and private parts are of different keys");
    }
    return key;
  }

  private static SigningKey fromSecret(SshWire.Reader reader) {
    if (reader.number() != reader.number()) {
      throw new IllegalArgumentException("its check numbers differ: the file is damaged");
    }
    String type = reader.text();
    if (!type.equals(PublicKey.TYPE)) {
      throw new IllegalArgumentException("wanted an " + PublicKey.TYPE + " key, found " + type);
    }
    PublicKey point = PublicKey.ofPoint(reader.field());
    byte[] secret = reader.field();
    if (secret.length != 64) {
      throw new IllegalArgumentException("its private part has the wrong length");
    }
    SigningKey key = new SigningKey(Arrays.copyOf(secret, 32), point);
    byte[] probe = point.wire();
    if (!point.verifies(probe, key.sign(probe))) {
      throw new IllegalArgumentException("its public and private parts are of different keys");
    }
    return key;
  }

  @Override
  public String toString() {
    return "SigningKey[" + publicKey.fingerprint() + "]";
  }
}
