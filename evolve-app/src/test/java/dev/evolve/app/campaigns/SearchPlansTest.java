package dev.evolve.app.campaigns;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evolve.app.FakeTrialStore;
import dev.evolve.campaign.CampaignFixtures;
import dev.evolve.campaign.CampaignTrials;
import dev.evolve.campaign.LoggedCampaign;
import dev.evolve.event.DomainEvent;
import dev.evolve.impact.TrialSet;
import dev.evolve.pack.HardwareProfile;
import dev.evolve.search.prior.KnownSpace;
import dev.evolve.search.prior.KnownTrial;
import dev.evolve.search.prior.Prior;
import dev.evolve.tuning.PackSearchSpaces;
import dev.evolve.tuning.SearchPlan;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What a new campaign remembers. */
class SearchPlansTest {

  private static final Instant NOW = Instant.ofEpochSecond(1_000_000);
  private static final HardwareProfile THERE =
      new HardwareProfile(
          "amd64", "Other CPU", 8, 1L << 30, "Linux", "1", "cc 1", "unknown", new TreeMap<>());

  private final CampaignDirectory directory = new CampaignDirectory();
  private final FakeTrialStore store = new FakeTrialStore();
  private final SearchPlans plans =
      new SearchPlans(
          directory,
          new PackSearchSpaces(),
          store,
          () -> CampaignFixtures.HARDWARE,
          InstantSource.fixed(NOW));

  private static List<DomainEvent> campaign(String id, HardwareProfile hardware) {
    return LoggedCampaign.events(id, hardware, NOW, 2, 3, 4, 5);
  }

  /** Puts a campaign into the graph, as its own service did. */
  private void remember(List<DomainEvent> events) {
    CampaignTrials trials = new CampaignTrials();
    events.forEach(event -> trials.apply(event).ifPresent(store::remember));
  }

  private void log(List<DomainEvent> events) {
    LoggedCampaign.recorded(events)
        .forEach(event -> directory.recorded(0, event.sequence(), event));
  }

  private void imported(String hardwareId, String file) {
    imported("toy", hardwareId, file);
  }

  private void imported(String kernel, String hardwareId, String file) {
    List<KnownTrial> trials =
        List.of(
            KnownTrial.ran(List.of("1"), 12.5),
            KnownTrial.ran(List.of("2"), 11),
            KnownTrial.ran(List.of("3"), 9),
            KnownTrial.failed(List.of("5")));
    store.remember(
        new TrialSet(kernel, "4096", hardwareId, "import:" + file, NOW, List.of("TILE"), trials));
  }

  private SearchPlan plan() {
    return plans.of(CampaignFixtures.pack(), CampaignService.SearchWish.NONE);
  }

  private static List<String> sources(SearchPlan plan) {
    Prior prior = plan.prior();
    return prior == null ? List.of() : prior.sources().stream().map(KnownSpace::name).toList();
  }

  @Test
  void remembersImportsAndOtherMachinesBesideTheLogAndNothingTwice() {
    log(campaign("c1", CampaignFixtures.HARDWARE));
    remember(campaign("c1", CampaignFixtures.HARDWARE));
    remember(campaign("c7", THERE));
    imported("gpu-1", "a.json");

    SearchPlan plan = plan();

    assertThat(sources(plan))
        .hasSize(3)
        .startsWith("c1 on Test CPU")
        .contains("campaign:c7 on " + THERE.id(), "import:a.json on gpu-1 (4096)");
    assertThat(plan.priorNote()).contains("c1 on Test CPU", "import:a.json on gpu-1 (4096)");
  }

  @Test
  void remembersAnImportThatWasMeasuredOnThisMachine() {
    imported(CampaignFixtures.HARDWARE.id(), "mine.json");

    assertThat(sources(plan()))
        .containsExactly("import:mine.json on " + CampaignFixtures.HARDWARE.id() + " (4096)");
  }

  @Test
  void startsFromOtherKernelsOfItsFamilyWhereNothingIsRememberedOfItself() {
    imported("toy-of-old", "gpu-1", "old.json");

    SearchPlan plan = plan();

    assertThat(sources(plan)).containsExactly("toy-of-old: import:old.json on gpu-1 (4096)");
    assertThat(plan.priorNote()).isEqualTo("remembers toy-of-old: import:old.json on gpu-1 (4096)");

    imported("gpu-2", "own.json");
    assertThat(sources(plan())).containsExactly("import:own.json on gpu-2 (4096)");
  }

  @Test
  void startsFromTheLogAloneWhereTheGraphIsAwayAndSaysSo() {
    log(campaign("c1", CampaignFixtures.HARDWARE));
    imported("gpu-1", "a.json");
    store.away(true);

    SearchPlan plan = plan();

    assertThat(sources(plan)).containsExactly("c1 on Test CPU");
    assertThat(plan.priorNote())
        .startsWith("remembers c1 on Test CPU; ")
        .contains("the knowledge graph did not answer", "Neo4j does not answer");
  }

  @Test
  void startsColdWhereTheGraphIsAwayAndTheLogIsEmptyAndSaysSo() {
    store.away(true);

    SearchPlan plan = plan();

    assertThat(plan.prior()).isNull();
    assertThat(plan.priorNote()).contains("a cold start", "the knowledge graph did not answer");
  }

  @Test
  void asksNobodyWhereItIsToForget() {
    imported("gpu-1", "a.json");
    store.away(true);

    SearchPlan plan =
        plans.of(CampaignFixtures.pack(), new CampaignService.SearchWish(null, null, null, true));

    assertThat(plan.prior()).isNull();
    assertThat(plan.priorNote()).isEqualTo("a cold start, as asked for");
  }
}
