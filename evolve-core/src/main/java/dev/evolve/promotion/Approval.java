package dev.evolve.promotion;

import java.time.Instant;

/**
 * A person's decision on a promotion, bound to what was decided on.
 *
 * @param person who
 * @param via {@code dashboard}, {@code rest}, {@code cli} or {@code auto-approve}
 * @param reason why; may be empty for an approval
 * @param commit full hash of the proposal commit that was approved
 * @param envelopeSha256 hash of the envelope that was approved
 * @param at when
 */
public record Approval(
    String person, String via, String reason, String commit, String envelopeSha256, Instant at) {

  /** {@link #via} of an approval that nobody gave: a campaign started to approve by itself. */
  public static final String AUTO_APPROVE = "auto-approve";
}
