package dev.evolve.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evolve.campaign.CampaignFixtures;
import dev.evolve.campaign.LoggedCampaign;
import dev.evolve.event.DomainEvent;
import dev.evolve.event.ImportedTrials;
import dev.evolve.impact.TrialSet;
import dev.evolve.json.Json;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class MemoryFoldTest {

  private static final Instant NOW = Instant.ofEpochSecond(1_000_000);
  private static final ImportedTrials TRIALS = MemoryFixtures.imported("m1", "toy");
  private static final DomainEvent IMPORTED =
      new DomainEvent.TrialsImported("memory-1", NOW, TRIALS, "ada");
  private static final DomainEvent FORGOTTEN =
      new DomainEvent.TrialsForgotten("memory-2", NOW, TRIALS.key(), "wrong clocks", "grace");

  private static List<MemoryChange> fold(DomainEvent... events) {
    MemoryFold fold = new MemoryFold();
    List<MemoryChange> changes = new ArrayList<>();
    for (DomainEvent event : events) {
      fold.apply(event).ifPresent(changes::add);
    }
    return changes;
  }

  @Test
  void anImportIsTheSetThatWasPacked() {
    MemoryChange.Imported change = (MemoryChange.Imported) fold(IMPORTED).getFirst();

    TrialSet set = change.set();
    assertThat(set)
        .isEqualTo(
            new TrialSet(
                "toy",
                "4096",
                "gpu-1",
                "import:m1:a.json",
                NOW,
                List.of("TILE", "KIND"),
                MemoryFixtures.TRIALS));
    assertThat(MemoryChange.setId(TRIALS.key())).isEqualTo(set.id());
  }

  @Test
  void whatIsForgottenIsGoneInWhateverOrderTheLogIsRead() {
    assertThat(fold(IMPORTED, FORGOTTEN))
        .containsExactly(
            new MemoryChange.Imported(TRIALS, NOW), new MemoryChange.Forgotten(TRIALS.key()));
    assertThat(fold(FORGOTTEN, IMPORTED)).containsExactly(new MemoryChange.Forgotten(TRIALS.key()));
  }

  @Test
  void anotherImportOfTheSameFileIsNotForgottenWithTheFirst() {
    ImportedTrials again = MemoryFixtures.imported("m2", "toy");

    assertThat(fold(FORGOTTEN, new DomainEvent.TrialsImported("memory-3", NOW, again, "ada")))
        .contains(new MemoryChange.Imported(again, NOW));
  }

  @Test
  void campaignsAreRememberedWhenTheirSearchEnds() {
    List<DomainEvent> events = LoggedCampaign.events("c1", CampaignFixtures.HARDWARE, NOW, 2, 3, 4);

    assertThat(fold(events.toArray(DomainEvent[]::new)))
        .singleElement()
        .isInstanceOfSatisfying(
            MemoryChange.Searched.class,
            it -> assertThat(it.set().provenance()).isEqualTo("campaign:c1"));
  }

  @Test
  void eventsSurviveTheirJson() {
    for (DomainEvent event : List.of(IMPORTED, FORGOTTEN)) {
      String json = Json.mapper().writerFor(DomainEvent.class).writeValueAsString(event);

      assertThat(Json.read(json, DomainEvent.class)).isEqualTo(event);
    }
  }
}
