package dev.evolve.provenance;

import dev.evolve.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;

/**
 * A signed envelope in DSSE's form (version 1). The payload is kept as the exact bytes that were
 * signed. Each signature's {@code keyid} is a hint for people; it decides nothing.
 *
 * @param payload base64 of the signed bytes
 * @param payloadType what the bytes are
 * @param signatures who signed
 */
public record DsseEnvelope(String payload, String payloadType, List<Signature> signatures) {

  /** The type of an {@link OutputEnvelope}. */
  public static final String PAYLOAD_TYPE = "application/vnd.evolve.output-envelope.v1+json";

  public DsseEnvelope {
    signatures = List.copyOf(signatures);
  }

  /**
   * One signature.
   *
   * @param keyid fingerprint of the key
   * @param sig base64 of the signature
   */
  public record Signature(String keyid, String sig) {}

  /** Signs a payload. */
  static DsseEnvelope sign(SigningKey key, byte[] payload) {
    byte[] signature = key.sign(preAuthenticationEncoding(payload));
    Base64.Encoder base64 = Base64.getEncoder();
    return new DsseEnvelope(
        base64.encodeToString(payload),
        PAYLOAD_TYPE,
        List.of(new Signature(key.publicKey().fingerprint(), base64.encodeToString(signature))));
  }

  /** The file's bytes. */
  byte[] bytes() {
    return (Json.write(this) + "\n").getBytes(StandardCharsets.UTF_8);
  }

  /**
   * Reads a file.
   *
   * @throws IllegalArgumentException if it is not an envelope of ours, spelt as we spell it
   */
  public static DsseEnvelope parse(byte[] bytes) {
    DsseEnvelope envelope = Json.read(bytes, DsseEnvelope.class);
    if (!PAYLOAD_TYPE.equals(envelope.payloadType())) {
      throw new IllegalArgumentException(
          "wanted the payload type " + PAYLOAD_TYPE + ", found " + envelope.payloadType());
    }
    if (!Arrays.equals(envelope.bytes(), bytes)) {
      throw new IllegalArgumentException("the envelope is not spelt canonically");
    }
    return envelope;
  }

  /** The bytes that were signed. */
  public byte[] payloadBytes() {
    return Base64.getDecoder().decode(payload);
  }

  /**
   * Who signed.
   *
   * @throws IllegalArgumentException unless one of the trusted keys did
   */
  public AllowedSigners.Signer signer(AllowedSigners trusted) {
    byte[] signed = preAuthenticationEncoding(payloadBytes());
    for (Signature signature : signatures) {
      byte[] value = Base64.getDecoder().decode(signature.sig());
      for (AllowedSigners.Signer signer : trusted.signers()) {
        if (signer.key().verifies(signed, value)) {
          return signer;
        }
      }
    }
    throw new IllegalArgumentException("no trusted key has signed the envelope");
  }

  private static byte[] preAuthenticationEncoding(byte[] payload) {
    byte[] header =
        ("DSSEv1 "
                + PAYLOAD_TYPE.getBytes(StandardCharsets.UTF_8).length
                + " "
                + PAYLOAD_TYPE
                + " "
                + payload.length
                + " ")
            .getBytes(StandardCharsets.UTF_8);
    byte[] encoding = Arrays.copyOf(header, header.length + payload.length);
    System.arraycopy(payload, 0, encoding, header.length, payload.length);
    return encoding;
  }
}
