package dev.evolve.app.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evolve.app.FakeTrialStore;
import dev.evolve.campaign.CampaignFixtures;
import dev.evolve.campaign.LoggedCampaign;
import dev.evolve.event.DomainEvent;
import dev.evolve.event.ImportedTrials;
import dev.evolve.event.RecordedEvent;
import dev.evolve.impact.TrialSet;
import dev.evolve.memory.MemoryFixtures;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class TrialRecorderTest {

  private final FakeTrialStore store = new FakeTrialStore();
  private final TrialRecorder recorder = new TrialRecorder(store);

  private void record(String campaign) {
    record(campaign, recorder);
  }

  private static void record(String campaign, TrialRecorder recorder) {
    List<RecordedEvent> events =
        LoggedCampaign.recorded(
            LoggedCampaign.events(campaign, CampaignFixtures.HARDWARE, Instant.EPOCH, 2, 3, 4));
    events.forEach(event -> recorder.recorded(0, event.sequence(), event));
  }

  private List<String> origins() {
    return store.offered.stream().map(TrialSet::provenance).toList();
  }

  @Test
  void handsOverWhatTheLogHeldOnceItHasSeenAllOfIt() {
    record("c1");
    record("c2");
    assertThat(store.offered).isEmpty();

    recorder.caughtUp();

    assertThat(origins()).containsExactly("campaign:c1", "campaign:c2");
    assertThat(store.offered.getFirst().trials()).hasSize(4);
  }

  @Test
  void handsOverASetWhenItsSearchEnds() {
    recorder.caughtUp();
    record("c1");

    assertThat(origins()).containsExactly("campaign:c1");
  }

  @Test
  void keepsSetsWhileTheStoreIsAwayAndOffersThemInOrderOnceItIsBack() {
    store.away(true);
    recorder.caughtUp();
    record("c1");
    record("c2");
    assertThat(store.offered).isEmpty();

    store.away(false);
    record("c3");

    assertThat(origins()).containsExactly("campaign:c1", "campaign:c2", "campaign:c3");
  }

  @Test
  void makesTheSameSetAgainAfterARestart() {
    recorder.caughtUp();
    record("c1");
    TrialRecorder restarted = new TrialRecorder(store);
    record("c1", restarted);
    restarted.caughtUp();

    assertThat(store.offered).hasSize(2);
    assertThat(store.trials(CampaignFixtures.pack().name(), "")).hasSize(1);
  }

  @Test
  void makesImportsFromTheLogAgainAndForgetsWhatWasForgotten() {
    ImportedTrials kept = MemoryFixtures.imported("m1", "toy");
    ImportedTrials gone = MemoryFixtures.imported("m2", "toy");
    List<DomainEvent> log =
        List.of(
            new DomainEvent.TrialsImported("memory-1", Instant.EPOCH, kept, "ada"),
            new DomainEvent.TrialsImported("memory-2", Instant.EPOCH, gone, "ada"),
            new DomainEvent.TrialsForgotten(
                "memory-3", Instant.EPOCH, gone.key(), "wrong clocks", "ada"));
    recorder.caughtUp();
    LoggedCampaign.recorded(log).forEach(event -> recorder.recorded(0, 0, event));
    List<TrialSet> remembered = store.trials("toy", "");
    FakeTrialStore empty = new FakeTrialStore();
    TrialRecorder backwards = new TrialRecorder(empty);
    LoggedCampaign.recorded(log).reversed().forEach(event -> backwards.recorded(0, 0, event));
    backwards.caughtUp();

    assertThat(remembered)
        .singleElement()
        .satisfies(set -> assertThat(set.provenance()).isEqualTo("import:m1:a.json"));
    assertThat(empty.trials("toy", "")).isEqualTo(remembered);
  }
}
