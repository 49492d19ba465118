package dev.evolve.profile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evolve.campaign.CampaignFixtures;
import dev.evolve.event.DomainEvent;
import dev.evolve.proposal.Changeset;
import dev.evolve.proposal.ProposalStage;
import dev.evolve.verdict.Verdict;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProfileFoldTest {

  private static ProfileStory oneGood() {
    return new ProfileStory()
        .started("c1")
        .screened("c1", "p0")
        .searchFinished("c1")
        .gated("c1", "p1", 4, 0.8, 0.02);
  }

  private static ProfileState stateOf(ProfileStory story, String proposal) {
    return entry(story, ProfileStory.id(proposal)).state();
  }

  private static ProfileEntry entry(ProfileStory story, String id) {
    return story.book().find(id, story.now()).orElseThrow();
  }

  @Test
  void aGatedCandidateIsAProfileOfEveryShapeAndOfAllTogether() {
    ProfileStory story = oneGood();
    assertThat(story.book().entries(ProfileFilter.ALL, story.now()))
        .extracting(entry -> entry.profile().shape().name())
        .containsExactly("*", "large", "odd", "small");
    TuningProfile all = entry(story, ProfileStory.id("p1")).profile();
    assertThat(all.effect()).isEqualTo(ProfileStory.effect("odd", 0.8 + 0.02, 0.02));
    assertThat(all.configuration()).isEqualTo(CampaignFixtures.tile(4));
    assertThat(all.baseline()).isEqualTo(CampaignFixtures.tile(1));
    assertThat(all.search()).isEqualTo(new SearchRecord(1, 4, true, "budget spent"));
  }

  @Test
  void nothingBecomesAProfileBeforeTheNumericsGate() {
    ProfileStory story =
        new ProfileStory()
            .started("c1")
            .created("c1", "p1", 1, 4)
            .confirmed("c1", "p1", ProfileStory.HERE);
    story.judged("c1", "p1", "perf", Verdict.PASS, ProfileStory.effect("small", 0.8, 0.02));
    assertThat(story.book().entries(ProfileFilter.ALL, story.now())).isEmpty();
    story.judged("c1", "p1", "determinism", Verdict.FAIL);
    story.moved("c1", "p1", ProposalStage.EVALUATING, ProposalStage.GATED, "by mistake");
    assertThat(story.book().entries(ProfileFilter.ALL, story.now())).isEmpty();
  }

  @Test
  void aShapeOnWhichNothingIsShownHasNoProfile() {
    ProfileStory story =
        new ProfileStory()
            .started("c1")
            .created("c1", "p1", 1, 4)
            .confirmed("c1", "p1", ProfileStory.HERE);
    story.judged("c1", "p1", "determinism", Verdict.PASS);
    story.judged(
        "c1",
        "p1",
        "perf",
        Verdict.PASS,
        ProfileStory.effect("small", 0.8, 0.02),
        ProfileStory.effect("large", 0.99, 0.02));
    story.moved("c1", "p1", ProposalStage.EVALUATING, ProposalStage.GATED, "ok");
    assertThat(story.book().entries(ProfileFilter.ALL, story.now()))
        .extracting(entry -> entry.profile().shape().name())
        .containsExactly("small");
  }

  @Test
  void aChangeOfCodeIsNoProfile() {
    ProfileStory story =
        new ProfileStory().started("c1").created("c1", "p1", new Changeset.Diff("-1\n+2"));
    story.confirmed("c1", "p1", ProfileStory.HERE).judged("c1", "p1", "determinism", Verdict.PASS);
    story.judged("c1", "p1", "perf", Verdict.PASS, ProfileStory.effect("small", 0.8, 0.02));
    story.moved("c1", "p1", ProposalStage.EVALUATING, ProposalStage.GATED, "ok");
    assertThat(story.book().entries(ProfileFilter.ALL, story.now())).isEmpty();
  }

  @Test
  void knowsTheMergeThatItLandedWith() {
    ProfileStory story = oneGood().merged("c1", "p1");
    assertThat(entry(story, ProfileStory.id("p1")).profile().provenance().describe())
        .contains("p1")
        .contains("merged as " + "m".repeat(40));
  }

  @Test
  void aChangeThatWasRolledBackNeverServesAgain() {
    ProfileStory story = oneGood().merged("c1", "p1").rolledBack("c1", "p1");
    assertThat(stateOf(story, "p1")).isEqualTo(ProfileState.QUARANTINED);
    story.revalidated(ProfileStory.id("p1"), true, ProfileStory.HERE, 0.7, 0.01);
    assertThat(stateOf(story, "p1")).isEqualTo(ProfileState.QUARANTINED);
    assertThat(entry(story, ProfileStory.id("p1")).reason()).contains("grace").contains("it hurt");
  }

  @Test
  void aDeclinedChangeIsQuarantinedAndOneWhoseBaseMovedIsNot() {
    assertThat(stateOf(oneGood().declined("c1", "p1"), "p1")).isEqualTo(ProfileState.QUARANTINED);
    ProfileStory moved =
        oneGood()
            .moved(
                "c1",
                "p1",
                ProposalStage.AWAITING_APPROVAL,
                ProposalStage.REJECTED,
                "the branch moved");
    assertThat(stateOf(moved, "p1")).isEqualTo(ProfileState.CURRENT);
  }

  @Test
  void aGateThatFailsLaterTakesItOut() {
    ProfileStory story = oneGood().judged("c1", "p1", "promotion", Verdict.INCONCLUSIVE);
    story.moved("c1", "p1", ProposalStage.CANARY, ProposalStage.REJECTED, "gate promotion");
    assertThat(stateOf(story, "p1")).isEqualTo(ProfileState.QUARANTINED);
  }

  @Test
  void aFailedRevalidationQuarantinesAndAGoodOneHeals() {
    String id = ProfileStory.id("p1");
    ProfileStory story = oneGood().revalidated(id, false, ProfileStory.HERE, 0.5, 0.01);
    assertThat(stateOf(story, "p1")).isEqualTo(ProfileState.QUARANTINED);
    assertThat(entry(story, id).reason()).contains("gate determinism FAIL");
    story.revalidated(id, true, ProfileStory.HERE, 0.9, 0.01);
    assertThat(stateOf(story, "p1")).isEqualTo(ProfileState.CURRENT);
    assertThat(entry(story, id).profile().effect())
        .as("what was measured last counts, not what was best")
        .isEqualTo(ProfileStory.effect("small", 0.9, 0.01));
  }

  @Test
  void aRevalidationInANewEnvironmentMovesTheProfileThere() {
    String id = ProfileStory.id("p1");
    ProfileStory story = oneGood();
    story.revalidated(id, true, ProfileStory.withCompiler("cc 2"), 0.85, 0.01);
    assertThat(entry(story, id).profile().hardware().compiler()).isEqualTo("cc 2");
    assertThat(entry(story, id).state()).isEqualTo(ProfileState.CURRENT);
    assertThat(entry(story, ProposalFacts.idOf("p1", new Shape("small", List.of()))).state())
        .as("the other shapes were not measured there")
        .isEqualTo(ProfileState.STALE);
  }

  @Test
  void anImportIsNeverCurrentUntilItIsMeasuredHere() {
    ProfileStory story = new ProfileStory().started("c1").imported("pi", 5, 1.5);
    assertThat(entry(story, "pi").state()).isEqualTo(ProfileState.IMPORTED);
    story.revalidated("pi", true, ProfileStory.HERE, 0.6, 0.01);
    assertThat(entry(story, "pi").state()).isEqualTo(ProfileState.CURRENT);
  }

  @Test
  void whatALogSaysDoesNotDependOnTheOrderOfItsPartitions() {
    String id = ProfileStory.id("p1");
    ProfileStory story =
        oneGood()
            .gated("c1", "p2", 3, 0.85, 0.01)
            .imported("pi", 5, 1.5)
            .revalidated(id, false, ProfileStory.HERE, 0.5, 0.01)
            .pinned(id, true)
            .rolledBack("c1", "p2");
    List<DomainEvent> campaign = new ArrayList<>();
    List<DomainEvent> others = new ArrayList<>();
    story
        .events()
        .forEach(
            event ->
                (event.campaignId().equals("c1") && !(event instanceof DomainEvent.RolledBack)
                        ? campaign
                        : others)
                    .add(event));
    List<DomainEvent> swapped = new ArrayList<>(others);
    swapped.addAll(campaign);
    assertThat(ProfileStory.fold(swapped).entries(ProfileFilter.ALL, story.now()))
        .isEqualTo(story.book().entries(ProfileFilter.ALL, story.now()))
        .isNotEmpty();
  }
}
