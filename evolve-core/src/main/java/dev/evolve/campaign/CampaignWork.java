package dev.evolve.campaign;

import dev.evolve.gate.Gate;
import dev.evolve.loop.WorkPayload;
import dev.evolve.pack.Configuration;
import dev.evolve.tuning.SearchChoice;

/** What a step of a campaign does. Everything else that it needs is in the campaign's state. */
public sealed interface CampaignWork extends WorkPayload {

  /** Note when and where the campaign begins. */
  record Open() implements CampaignWork {}

  /** Make a proposal of a configuration that the strategy chose. */
  record Propose(String proposalId, Configuration configuration, SearchChoice choice)
      implements CampaignWork {}

  /** Measure a proposal briefly on the train scenarios. */
  record Screen(String proposalId) implements CampaignWork {}

  /** End the search and reject what is not worth a confirmation. */
  record EndSearch(String reason) implements CampaignWork {}

  /** Measure a proposal afresh on train and holdout scenarios. */
  record Confirm(String proposalId) implements CampaignWork {}

  /** Ask the gates of one moment. */
  record JudgeGates(String proposalId, Gate.Moment moment) implements CampaignWork {}

  /** Run one stage of the canary and judge it. */
  record RunCanaryStage(String proposalId, int stage) implements CampaignWork {}

  /** Carry the rollback out in a scratch clone. */
  record RehearseRollback(String proposalId) implements CampaignWork {}

  /** Put the signed commit with its envelope on its branch. */
  record Commit(String proposalId) implements CampaignWork {}

  /** Approve in the name that the campaign was started with: demos and CI only. */
  record AutoApprove(String proposalId, String person) implements CampaignWork {}

  /** Merge what was approved and put its artifact in force. */
  record Merge(String proposalId) implements CampaignWork {}

  /** End the campaign. */
  record Finish(String outcome, String summary) implements CampaignWork {}
}
