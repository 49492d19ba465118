package dev.evolve.profile;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import org.jspecify.annotations.Nullable;

/** Where a profile comes from. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
  @JsonSubTypes.Type(value = Provenance.Campaign.class, name = "campaign"),
  @JsonSubTypes.Type(value = Provenance.Imported.class, name = "imported")
})
public sealed interface Provenance {

  /** One line for people. */
  String describe();

  /**
   * A campaign here found it, and its gates passed it.
   *
   * @param campaignId the campaign
   * @param proposalId the proposal; its samples and findings are on record
   * @param evaluationId the measurement that the gates judged
   * @param agent who proposed it
   * @param repository where the code is
   * @param baseCommit the code that it was measured on
   * @param commit the signed commit; null before there is one
   * @param envelopeSha256 hash of the signed envelope; null before there is one
   * @param mergeCommit the merge; null unless it was merged
   */
  record Campaign(
      String campaignId,
      String proposalId,
      String evaluationId,
      String agent,
      String repository,
      String baseCommit,
      @Nullable String commit,
      @Nullable String envelopeSha256,
      @Nullable String mergeCommit)
      implements Provenance {

    @Override
    public String describe() {
      String landed =
          mergeCommit != null
              ? "merged as " + mergeCommit
              : commit != null ? "signed commit " + commit : "passed the gates, not merged";
      return "proposal " + proposalId + " on " + baseCommit + ", " + landed;
    }
  }

  /**
   * Another tool reported it.
   *
   * @param format what it was read from
   * @param source the file or the run
   * @param contentSha256 hash of what was read
   * @param device the device that the source names; may be empty
   * @param claimedValue the claimed objective
   * @param claimedUnit its unit
   * @param importedBy who brought it in
   */
  record Imported(
      String format,
      String source,
      String contentSha256,
      String device,
      double claimedValue,
      String claimedUnit,
      String importedBy)
      implements Provenance {

    @Override
    public String describe() {
      return "imported by "
          + importedBy
          + " from "
          + format
          + " "
          + source
          + ", which claims "
          + claimedValue
          + " "
          + claimedUnit;
    }
  }
}
