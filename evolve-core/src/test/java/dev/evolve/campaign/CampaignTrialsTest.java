package dev.evolve.campaign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.evolve.event.DomainEvent;
import dev.evolve.impact.TrialSet;
import dev.evolve.measure.BenchRun;
import dev.evolve.measure.Evaluation.NotMeasured;
import dev.evolve.search.prior.KnownTrial;
import dev.evolve.tuning.SearchPlan;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What is remembered of a campaign's search. */
class CampaignTrialsTest {

  private static List<DomainEvent> campaign(int... tiles) {
    CampaignHarness harness =
        new CampaignHarness(
            new CampaignRequest(
                CampaignFixtures.SOURCE,
                CampaignFixtures.pack(),
                CampaignFixtures.tile(1),
                tiles.length,
                5,
                CampaignPolicy.STANDARD,
                "tester",
                null,
                new SearchPlan("scripted", 1)),
            CampaignFixtures.scripted(tiles));
    harness.evaluator.ratio(4, 0.8).status(3, BenchRun.Status.CRASHED);
    harness.run();
    return harness.events;
  }

  private static List<TrialSet> sets(List<DomainEvent> events) {
    CampaignTrials trials = new CampaignTrials();
    List<TrialSet> sets = new ArrayList<>();
    events.forEach(event -> trials.apply(event).ifPresent(sets::add));
    return sets;
  }

  @Test
  void remembersEveryScreenedCandidateAndTheBaselineOnceTheSearchHasEnded() {
    List<DomainEvent> events = campaign(4, 3);
    List<TrialSet> sets = sets(events);
    assertThat(sets).hasSize(1);
    TrialSet set = sets.getFirst();
    assertThat(set.kernel()).isEqualTo(CampaignFixtures.pack().name());
    assertThat(set.provenance()).startsWith(CampaignTrials.ORIGIN);
    assertThat(set.trials()).hasSize(3);
    assertThat(trialOf(set, 1)).isEqualTo(Optional.of(KnownTrial.ran(List.of("1"), 1)));
    assertThat(trialOf(set, 3)).isEqualTo(Optional.of(KnownTrial.failed(List.of("3"))));
    assertThat(trialOf(set, 4).map(KnownTrial::value))
        .hasValueSatisfying(ratio -> assertThat(ratio).isCloseTo(0.8, within(1e-9)));
  }

  private static Optional<KnownTrial> trialOf(TrialSet set, int tile) {
    return set.trials().stream()
        .filter(trial -> trial.values().equals(List.of(String.valueOf(tile))))
        .findFirst();
  }

  @Test
  void givesTheSameSetEveryTimeTheLogIsFolded() {
    List<DomainEvent> events = campaign(4, 3);
    assertThat(sets(events)).isEqualTo(sets(events));
  }

  @Test
  void remembersNothingOfACampaignWhoseStartItDidNotSee() {
    List<DomainEvent> events = campaign(4, 3);
    assertThat(sets(events.subList(1, events.size()))).isEmpty();
  }

  @Test
  void remembersWhatBuiltToABinaryThatWasMeasuredButNotWhatTheMachineFailed() {
    Instant at = Instant.EPOCH;
    List<DomainEvent> events =
        new ArrayList<>(LoggedCampaign.events("c1", CampaignFixtures.HARDWARE, at, 2, 3));
    DomainEvent end = events.removeLast();
    events.add(LoggedCampaign.proposed("c1", at, 4));
    events.add(
        LoggedCampaign.screened(
            "c1",
            at,
            4,
            CampaignFixtures.HARDWARE,
            new NotMeasured(NotMeasured.Cause.INFRASTRUCTURE, "no sandbox")));
    events.add(end);

    assertThat(sets(events).getFirst().trials())
        .containsExactly(
            KnownTrial.ran(List.of("1"), 1),
            KnownTrial.ran(List.of("2"), 1),
            KnownTrial.ran(List.of("3"), 1));
  }

  @Test
  void keepsCampaignsApartThatRunSideBySide() {
    List<DomainEvent> one =
        LoggedCampaign.events("c1", CampaignFixtures.HARDWARE, Instant.EPOCH, 2);
    List<DomainEvent> other =
        LoggedCampaign.events("c2", CampaignFixtures.HARDWARE, Instant.EPOCH, 3);
    List<DomainEvent> woven = new ArrayList<>();
    for (int i = 0; i < one.size(); i++) {
      woven.add(one.get(i));
      woven.add(other.get(i));
    }

    assertThat(sets(woven)).isEqualTo(List.of(sets(one).getFirst(), sets(other).getFirst()));
  }
}
