package dev.evolve.provenance;

import dev.evolve.git.CommitObject;

/** Signs commits so that git accepts them, and says whose signature a commit carries. */
public final class CommitSignatures {

  private CommitSignatures() {}

  /** The commit with the key's signature. */
  public static CommitObject sign(SigningKey key, CommitObject commit) {
    return commit.withSignature(SshSignature.of(key, commit.signedBytes()).armored());
  }

  /**
   * Who signed a commit.
   *
   * @throws IllegalArgumentException if nobody did, the signature is not over these bytes, or its
   *     key is not trusted
   */
  public static AllowedSigners.Signer signer(CommitObject commit, AllowedSigners trusted) {
    if (commit.signature().isEmpty()) {
      throw new IllegalArgumentException("the commit is not signed");
    }
    SshSignature signature = SshSignature.parse(commit.signature());
    if (!signature.isOver(commit.signedBytes())) {
      throw new IllegalArgumentException("the signature is not over this commit");
    }
    return trusted
        .find(signature.key())
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "the signature is by "
                        + signature.key().fingerprint()
                        + ", which is not among the trusted keys"));
  }

  /** Whether a trusted key has signed exactly this commit. */
  public static boolean isSigned(CommitObject commit, AllowedSigners trusted) {
    try {
      AllowedSigners.Signer signer = signer(commit, trusted);
      return !signer.principal().isEmpty();
    } catch (IllegalArgumentException e) {
      return false;
    }
  }
}
