package dev.evolve.provenance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import dev.evolve.promotion.ForgeFixture;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SigningKeysTest {

  private static final byte[] MESSAGE = "message".getBytes(StandardCharsets.UTF_8);

  @TempDir Path home;

  private SigningKeys keys() {
    return SigningKeys.openOrCreate(home, "evolve@localhost", new SecureRandom());
  }

  private Path file() {
    return home.resolve("keys/evolve_ed25519");
  }

  @Test
  void makesAKeyOnFirstUseThatOnlyItsOwnerMayRead() throws IOException {
    SigningKeys made = keys();
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file())))
        .isEqualTo("rw-------");
    assertThat(made.allowedSignersFile()).exists();
    assertThat(home.resolve("keys/evolve_ed25519.pub"))
        .hasContent(made.key().publicKey().openSsh() + " evolve@localhost");
    try (var files = Files.list(home.resolve("keys"))) {
      assertThat(files).hasSize(3);
    }
  }

  @Test
  void loadsTheSameKeyEverAfter() {
    assertThat(keys().key().publicKey()).isEqualTo(keys().key().publicKey());
    assertThat(keys().key().sign(MESSAGE)).isEqualTo(keys().key().sign(MESSAGE));
    assertThat(keys().trusted().find(keys().key().publicKey())).isPresent();
  }

  @Test
  void refusesAKeyThatOthersCanRead() throws IOException {
    keys();
    Files.setPosixFilePermissions(file(), PosixFilePermissions.fromString("rw-r-----"));
    assertThatThrownBy(this::keys)
        .isInstanceOfSatisfying(
            EvolveException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_ALLOWED))
        .hasMessageContaining("rw-r-----")
        .hasMessageContaining("chmod 600");
  }

  @Test
  void refusesADamagedKeyWithoutShowingIt() throws IOException {
    keys();
    String text = Files.readString(file());
    String damaged = text.replace(text.substring(150, 160), "AAAAAAAAAA");
    Files.writeString(file(), damaged);
    assertThatThrownBy(this::keys)
        .isInstanceOfSatisfying(
            EvolveException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.DATA_CORRUPT))
        .satisfies(e -> assertThat(e.getMessage()).doesNotContain(damaged.substring(200, 230)));
  }

  @Test
  void keepsTrustInTheKeyBeforeWhenANewOneIsMade() throws IOException {
    PublicKey before = keys().key().publicKey();
    Files.move(file(), home.resolve("old"));
    SigningKeys after = keys();
    assertThat(after.key().publicKey()).isNotEqualTo(before);
    assertThat(after.trusted().find(before)).isPresent();
    assertThat(after.trusted().find(after.key().publicKey())).isPresent();
  }

  @Test
  void neverShowsThePrivatePart() throws IOException {
    String text = Files.readString(Files.createDirectories(home).resolve(write()));
    assertThat(keys().key().toString()).startsWith("SigningKey[SHA256:").hasSizeLessThan(70);
    assertThat(text).startsWith("-----BEGIN OPENSSH PRIVATE KEY-----");
  }

  private Path write() {
    keys();
    return file();
  }

  @Test
  void opensshReadsTheKeyAndKnowsItsFingerprint() {
    assumeSshKeygen();
    SigningKeys keys = keys();
    assertThat(run("ssh-keygen", "-y", "-f", file().toString()))
        .startsWith(keys.key().publicKey().openSsh());
    assertThat(run("ssh-keygen", "-l", "-f", file().toString()))
        .contains(keys.key().publicKey().fingerprint());
  }

  @Test
  void readsAKeyThatOpensshMade() throws IOException {
    assumeSshKeygen();
    Files.createDirectories(home.resolve("keys"));
    run("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", file().toString());
    assertThat(Files.readString(home.resolve("keys/evolve_ed25519.pub")))
        .startsWith(keys().key().publicKey().openSsh());
  }

  @Test
  void refusesAKeyWithAPassphrase() throws IOException {
    assumeSshKeygen();
    Files.createDirectories(home.resolve("keys"));
    run("ssh-keygen", "-q", "-t", "ed25519", "-N", "secret", "-f", file().toString());
    assertThatThrownBy(this::keys).hasMessageContaining("passphrase");
  }

  @Test
  void trustsOnlyLinesThatItUnderstands() {
    String key = keys().key().publicKey().openSsh();
    assertThat(AllowedSigners.parse("a@x " + key).signers()).hasSize(1);
    assertThat(AllowedSigners.parse("a@x namespaces=\"file,git\" " + key + " comment").signers())
        .hasSize(1);
    for (String line :
        List.of(
            "# a@x " + key,
            "a@x namespaces=\"file\" " + key,
            "a@x cert-authority " + key,
            "a@x valid-before=\"20200101\" " + key,
            "a@x namespaces=\"git\",cert-authority " + key,
            "a@x ssh-rsa AAAA",
            "a@x ssh-ed25519 not-base64",
            "a@x ssh-ed25519",
            key)) {
      assertThat(AllowedSigners.parse(line).signers()).as(line).isEmpty();
    }
  }

  private static void assumeSshKeygen() {
    boolean present =
        List.of(System.getenv("PATH").split(":")).stream()
            .anyMatch(directory -> Files.isExecutable(Path.of(directory, "ssh-keygen")));
    assumeTrue(present, "needs ssh-keygen");
  }

  private String run(String... command) {
    ForgeFixture.Result result = ForgeFixture.run(home, List.of(command));
    assertThat(result.exit()).as(result.output()).isZero();
    return result.output();
  }
}
