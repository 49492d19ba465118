package dev.evolve.provenance;

import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import dev.evolve.json.Digests;
import dev.evolve.json.Json;
import java.util.List;

/**
 * Validates an envelope against its schema and signs it. The same envelope gives the same bytes.
 */
public final class EnvelopeSigner {

  private final SigningKey key;
  private final EnvelopeSchema schema;

  /**
   * @param key signs
   * @param schema what an envelope must look like
   */
  public EnvelopeSigner(SigningKey key, EnvelopeSchema schema) {
    this.key = key;
    this.schema = schema;
  }

  /**
   * Signs an envelope.
   *
   * @throws EvolveException INTERNAL naming the fields if it does not fit its schema
   */
  public SignedEnvelope sign(OutputEnvelope envelope) {
    byte[] payload = Json.writeBytes(envelope);
    List<String> problems = schema.problems(payload);
    if (!problems.isEmpty()) {
      throw new EvolveException(
          ErrorCode.INTERNAL,
          "the envelope of "
              + envelope.proposalId()
              + " does not fit its schema and was not signed: "
              + String.join("; ", problems));
    }
    return new SignedEnvelope(DsseEnvelope.sign(key, payload).bytes());
  }

  /** The file of a signed envelope, as it goes into the commit. */
  public static final class SignedEnvelope {

    private final byte[] bytes;

    SignedEnvelope(byte[] bytes) {
      this.bytes = bytes.clone();
    }

    /** The file's bytes. */
    public byte[] bytes() {
      return bytes.clone();
    }

    /** Hash of the file's bytes: what the commit's trailer names. */
    public String sha256() {
      return Digests.sha256(bytes);
    }
  }
}
