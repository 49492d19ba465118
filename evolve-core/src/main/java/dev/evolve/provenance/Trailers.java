package dev.evolve.provenance;

/** Names of the trailers that Evolve's commits carry. Part of the format: never renamed. */
public final class Trailers {

  /** The proposal; on every commit of Evolve. */
  public static final String PROPOSAL = "Evolve-Proposal";

  /** The campaign that found the change; on a proposal's commit. */
  public static final String CAMPAIGN = "Evolve-Campaign";

  /** {@code sha256:} and the hash of the envelope's file; on proposal and merge commits. */
  public static final String ENVELOPE = "Evolve-Envelope";

  /** The author; on a proposal's commit. */
  public static final String AGENT = "Evolve-Agent";

  /** Who approved; on a merge commit. */
  public static final String APPROVED_BY = "Approved-by";

  /** How they approved; on a merge commit. */
  public static final String APPROVED_VIA = "Approved-via";

  /** The commit that was approved; on a merge commit. */
  public static final String APPROVAL_COMMIT = "Evolve-Approval-Commit";

  /** {@code sha256:} and the hash of the envelope that was approved; on a merge commit. */
  public static final String APPROVAL_ENVELOPE = "Evolve-Approval-Envelope";

  /** {@code true} on a merge commit that no person approved. */
  public static final String AUTO_APPROVED = "Evolve-Auto-Approved";

  /** The merge that is undone; on a revert commit. */
  public static final String REVERTS = "Evolve-Reverts";

  /** Who had it undone; on a revert commit. */
  public static final String REVERTED_BY = "Reverted-by";

  /** Why it was undone; on a revert commit. */
  public static final String REASON = "Evolve-Reason";

  private static final String HASH_PREFIX = "sha256:";

  private Trailers() {}

  /** The value of a trailer that names a hash. */
  public static String hash(String sha256) {
    return HASH_PREFIX + sha256;
  }

  /** Where an envelope is in its commit's tree. */
  public static String envelopePath(String proposalId) {
    return ".evolve/envelopes/" + proposalId + ".json";
  }
}
