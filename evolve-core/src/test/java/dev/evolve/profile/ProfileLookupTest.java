package dev.evolve.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evolve.campaign.CampaignFixtures;
import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import dev.evolve.pack.BenchPack;
import dev.evolve.pack.Knob;
import dev.evolve.profile.ProfileAnswer.Outcome;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProfileLookupTest {

  private static final ProfileQuestion ALL = ProfileQuestion.of("toy", "", "");

  private static ProfileStory started() {
    return new ProfileStory().started("c1");
  }

  private static ProfileAnswer ask(ProfileStory story, ProfileQuestion question) {
    return story.lookup().answer(question, story.now());
  }

  private static String served(ProfileAnswer answer) {
    return answer.profile() == null ? "nothing" : answer.profile().profile().id();
  }

  @Test
  void anExactProfileIsAHit() {
    ProfileAnswer answer = ask(started().gated("c1", "p1", 4, 0.8, 0.02), ALL);
    assertThat(answer.outcome()).isEqualTo(Outcome.HIT);
    assertThat(answer.baseline()).isFalse();
    assertThat(answer.configuration()).isEqualTo(CampaignFixtures.tile(4));
    assertThat(answer.explanation()).startsWith("exact");
  }

  @Test
  void withoutAProfileTheBaselineServesAndSaysSo() {
    ProfileAnswer answer = ask(started(), ALL);
    assertThat(answer.outcome()).isEqualTo(Outcome.MISS);
    assertThat(answer.baseline()).isTrue();
    assertThat(answer.configuration()).isEqualTo(CampaignFixtures.tile(1));
    assertThat(answer.explanation()).contains("no profile").contains("the baseline serves");
  }

  @Test
  void anUnknownPackIsAnErrorThatNamesTheKnownOnes() {
    ProfileStory story = started();
    assertThatThrownBy(() -> ask(story, ProfileQuestion.of("toi", "", "")))
        .isInstanceOfSatisfying(
            EvolveException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_FOUND))
        .hasMessageContaining("toi")
        .hasMessageContaining("known are toy");
  }

  @Test
  void unknownHardwareIsAMissThatNamesTheKnownOnes() {
    ProfileAnswer answer =
        ask(
            started().gated("c1", "p1", 4, 0.8, 0.02),
            ProfileQuestion.of("toy", "feedfeedfeedfeed", ""));
    assertThat(answer.outcome()).isEqualTo(Outcome.MISS);
    assertThat(answer.baseline()).isTrue();
    assertThat(answer.explanation()).contains("feedfeedfeedfeed").contains("Test CPU");
  }

  @Test
  void whatWasMeasuredOnOneUnitSaysNothingOfAnother() {
    ProfileStory story = started().gated("c1", "p1", 1, 4, 0.8, 0.02, ProfileStory.otherUnit());
    assertThat(ask(story, ALL).outcome()).isEqualTo(Outcome.MISS);
    String other = Machine.of(ProfileStory.otherUnit()).sku();
    ProfileAnswer there = ask(story, ProfileQuestion.of("toy", other, ""));
    assertThat(there.outcome()).isEqualTo(Outcome.HIT);
    assertThat(there.machine()).contains("Bigger CPU");
  }

  @Test
  void anotherCompilerOnTheSameUnitIsStaleAndTheBaselineServes() {
    ProfileStory story =
        started().gated("c1", "p1", 1, 4, 0.8, 0.02, ProfileStory.withCompiler("cc 0"));
    ProfileAnswer answer = ask(story, ALL);
    assertThat(answer.outcome()).isEqualTo(Outcome.STALE);
    assertThat(answer.baseline()).isTrue();
    assertThat(answer.explanation()).contains("compiler was cc 0 and is cc 1");
    assertThat(served(answer)).isEqualTo(ProfileStory.id("p1"));
    ProfileAnswer bold = ask(story, new ProfileQuestion("toy", "", "", true, false));
    assertThat(bold.baseline()).isFalse();
    assertThat(bold.configuration()).isEqualTo(CampaignFixtures.tile(4));
    ProfileAnswer there =
        ask(story, ProfileQuestion.of("toy", ProfileStory.withCompiler("cc 0").id(), ""));
    assertThat(there.outcome()).isEqualTo(Outcome.HIT);
  }

  @Test
  void oldProfilesAreStale() {
    ProfileStory story = started().gated("c1", "p1", 4, 0.8, 0.02);
    ProfileAnswer answer = story.lookup().answer(ALL, story.now().plus(Duration.ofDays(91)));
    assertThat(answer.outcome()).isEqualTo(Outcome.STALE);
    assertThat(answer.explanation()).contains("measured 91 days ago, believed for 90");
  }

  @Test
  void profilesOverOtherKnobsAreStale() {
    BenchPack pack = CampaignFixtures.pack();
    BenchPack grown =
        new BenchPack(
            pack.version(),
            pack.name(),
            pack.domain(),
            pack.description(),
            List.of(pack.knobs().getFirst(), new Knob.Bool("FAST", "false", "")),
            pack.constraints(),
            pack.configuration(),
            pack.editable(),
            pack.build(),
            pack.bench(),
            pack.scenarios(),
            pack.metrics(),
            pack.output(),
            pack.limits(),
            pack.gates(),
            pack.service(),
            pack.canary(),
            pack.budget());
    ProfileStory story = started().gated("c1", "p1", 4, 0.8, 0.02).started("c2", grown);
    assertThat(ask(story, ALL).explanation()).contains("other knobs or constraints");
    assertThat(ask(story, ALL).configuration()).isEqualTo(grown.defaults());
  }

  @Test
  void ofTwoTheBetterBoundServesNotTheNewestNorTheBetterEstimate() {
    ProfileStory story =
        started().gated("c1", "sure", 4, 0.80, 0.01).gated("c1", "lucky", 3, 0.78, 0.10);
    ProfileAnswer answer = ask(story, ALL);
    assertThat(served(answer)).isEqualTo(ProfileStory.id("sure"));
    assertThat(answer.others())
        .singleElement()
        .satisfies(
            other -> {
              assertThat(other.state()).isEqualTo(ProfileState.SUPERSEDED);
              assertThat(other.reason()).contains(ProfileStory.id("sure"));
            });
  }

  @Test
  void ofTwoWithEqualBoundsTheIncumbentServes() {
    ProfileStory story =
        started().gated("c1", "first", 4, 0.80, 0.02).gated("c1", "second", 3, 0.80, 0.02);
    assertThat(served(ask(story, ALL))).isEqualTo(ProfileStory.id("first"));
  }

  @Test
  void oneThatWasMeasuredAgainstTheIncumbentTakesItsPlaceOnlyIfShownBetter() {
    ProfileStory better =
        started()
            .gated("c1", "p1", 4, 0.8, 0.02)
            .gated("c1", "p2", 4, 5, 0.95, 0.01, ProfileStory.HERE);
    assertThat(served(ask(better, ALL))).isEqualTo(ProfileStory.id("p2"));
    ProfileStory unrelated =
        started()
            .gated("c1", "p1", 4, 0.8, 0.02)
            .gated("c1", "p2", 3, 5, 0.5, 0.01, ProfileStory.HERE);
    assertThat(served(ask(unrelated, ALL)))
        .as("measured against something else: not comparable")
        .isEqualTo(ProfileStory.id("p1"));
  }

  @Test
  void whereOneIsQuarantinedTheNextServesAndTheAnswerSaysWhy() {
    ProfileStory story =
        started()
            .gated("c1", "best", 4, 0.7, 0.01)
            .gated("c1", "next", 3, 0.8, 0.01)
            .quarantined(ProfileStory.id("best"));
    ProfileAnswer answer = ask(story, ALL);
    assertThat(served(answer)).isEqualTo(ProfileStory.id("next"));
    assertThat(answer.explanation()).contains("quarantined").contains("does not build here");
    story.quarantined(ProfileStory.id("next"));
    assertThat(ask(story, new ProfileQuestion("toy", "", "", true, true)).baseline()).isTrue();
  }

  @Test
  void aPinServesBeforeBetterOnesButNotFromQuarantine() {
    ProfileStory story =
        started().gated("c1", "best", 4, 0.7, 0.01).gated("c1", "pin", 3, 0.8, 0.01);
    story.pinned(ProfileStory.id("pin"), true);
    assertThat(served(ask(story, ALL))).isEqualTo(ProfileStory.id("pin"));
    story.quarantined(ProfileStory.id("pin"));
    assertThat(served(ask(story, ALL))).isEqualTo(ProfileStory.id("best"));
    story.revalidated(ProfileStory.id("pin"), true, ProfileStory.HERE, 0.8, 0.01);
    assertThat(served(ask(story, ALL))).isEqualTo(ProfileStory.id("pin"));
    story.pinned(ProfileStory.id("pin"), false);
    assertThat(served(ask(story, ALL))).isEqualTo(ProfileStory.id("best"));
  }

  @Test
  void anImportServesOnlyWhoAsksForIt() {
    ProfileStory story = started().imported("pslow", 2, 9).imported("pfast", 5, 1.5);
    ProfileAnswer answer = ask(story, ALL);
    assertThat(answer.outcome()).isEqualTo(Outcome.IMPORTED);
    assertThat(answer.baseline()).isTrue();
    ProfileAnswer bold = ask(story, new ProfileQuestion("toy", "", "", false, true));
    assertThat(bold.configuration()).isEqualTo(CampaignFixtures.tile(5));
    story.gated("c1", "proved", 4, 0.95, 0.01);
    assertThat(served(ask(story, new ProfileQuestion("toy", "", "", false, true))))
        .isEqualTo(ProfileStory.id("proved"));
  }

  @Test
  void aShapeThatThePackDoesNotHaveIsAMissThatNamesThoseItHas() {
    ProfileStory story = started().gated("c1", "p1", 4, 0.8, 0.02);
    ProfileAnswer answer = ask(story, ProfileQuestion.of("toy", "", "huge"));
    assertThat(answer.outcome()).isEqualTo(Outcome.MISS);
    assertThat(answer.explanation()).contains("small, large, odd");
    assertThat(ask(story, ProfileQuestion.of("toy", "", "odd")).outcome()).isEqualTo(Outcome.HIT);
  }
}
