package dev.evolve.provenance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evolve.json.Json;
import dev.evolve.proposal.Changeset;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;

class DsseEnvelopeTest {

  private final SigningKey key = SigningKey.generate(new SecureRandom());
  private final AllowedSigners trusted = AllowedSigners.of("evolve@localhost", key.publicKey());
  private final OutputEnvelope envelope =
      EnvelopeFixtures.envelope(
          "p1", "a".repeat(40), "b".repeat(40), new Changeset.Diff("diff"), "c".repeat(64));

  private DsseEnvelope signed() {
    EnvelopeSigner signer = new EnvelopeSigner(key, EnvelopeSchema.load());
    return DsseEnvelope.parse(signer.sign(envelope).bytes());
  }

  @Test
  void keepsTheExactBytesThatWereSigned() {
    assertThat(signed().payloadBytes()).isEqualTo(Json.writeBytes(envelope));
    assertThat(Json.read(signed().payloadBytes(), OutputEnvelope.class)).isEqualTo(envelope);
  }

  @Test
  void signsInTheWayThatDsseSays() {
    byte[] payload = Json.writeBytes(envelope);
    String type = "application/vnd.evolve.output-envelope.v1+json";
    byte[] encoding =
        ("DSSEv1 46 "
                + type
                + " "
                + payload.length
                + " "
                + new String(payload, StandardCharsets.UTF_8))
            .getBytes(StandardCharsets.UTF_8);
    byte[] signature = Base64.getDecoder().decode(signed().signatures().getFirst().sig());
    assertThat(key.publicKey().verifies(encoding, signature)).isTrue();
  }

  @Test
  void givesTheSameBytesForTheSameEnvelope() {
    assertThat(signed().bytes()).isEqualTo(signed().bytes());
  }

  @Test
  void trustsTheSignatureAndNotTheHint() {
    DsseEnvelope.Signature signature = signed().signatures().getFirst();
    DsseEnvelope renamed =
        new DsseEnvelope(
            signed().payload(),
            signed().payloadType(),
            List.of(new DsseEnvelope.Signature("somebody else", signature.sig())));
    assertThat(renamed.signer(trusted).principal()).isEqualTo("evolve@localhost");
    AllowedSigners others =
        AllowedSigners.of("x", SigningKey.generate(new SecureRandom()).publicKey());
    assertThatThrownBy(() -> signed().signer(others)).hasMessageContaining("no trusted key");
  }

  @Test
  void refusesAnotherPayloadAnotherTypeAndNoSignature() {
    DsseEnvelope signed = signed();
    String other = Base64.getEncoder().encodeToString("{}".getBytes(StandardCharsets.UTF_8));
    assertThatThrownBy(
            () ->
                new DsseEnvelope(other, signed.payloadType(), signed.signatures()).signer(trusted))
        .hasMessageContaining("no trusted key");
    assertThatThrownBy(
            () ->
                new DsseEnvelope(signed.payload(), signed.payloadType(), List.of()).signer(trusted))
        .hasMessageContaining("no trusted key");
    byte[] typed = new DsseEnvelope(signed.payload(), "text/plain", signed.signatures()).bytes();
    assertThatThrownBy(() -> DsseEnvelope.parse(typed)).hasMessageContaining("text/plain");
  }

  @Test
  void refusesAnotherSpelling() {
    byte[] spaced = (" " + Json.write(signed()) + "\n").getBytes(StandardCharsets.UTF_8);
    assertThatThrownBy(() -> DsseEnvelope.parse(spaced)).hasMessageContaining("canonically");
  }

  @Test
  void doesNotSignWhatDoesNotFitTheSchema() {
    OutputEnvelope wrong =
        EnvelopeFixtures.envelope(
            "p1", "not a commit", "b".repeat(40), new Changeset.Diff("diff"), "c".repeat(64));
    assertThatThrownBy(() -> new EnvelopeSigner(key, EnvelopeSchema.load()).sign(wrong))
        .hasMessageContaining("baseCommit");
  }
}
