package dev.evolve.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evolve.event.DomainEvent;
import dev.evolve.json.Json;
import dev.evolve.measure.Evaluation;
import dev.evolve.proposal.ProposalStage;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The soak takes hours: it runs once everything else passes, and is part of the confirmation. */
class CampaignSoakTest {

  @Test
  void soaksWhatPassesEverythingElseAndRecordsIt() {
    CampaignHarness harness = soaking();

    harness.run();

    assertThat(harness.evaluator.measured()).endsWith("toy-1-01-confirm", "toy-1-01-confirm-soak");
    assertThat(confirmations(harness))
        .singleElement()
        .satisfies(it -> assertThat(it.soaksIfAny()).hasSize(2));
    assertThat(harness.stage(1)).isEqualTo(ProposalStage.AWAITING_APPROVAL);
  }

  @Test
  void doesNotSoakWhatAnotherGateRejects() {
    CampaignHarness harness = soaking();
    harness.perfPasses = input -> false;

    harness.run();

    assertThat(harness.evaluator.measured()).noneMatch(id -> id.endsWith("-soak"));
    assertThat(harness.stage(1)).isEqualTo(ProposalStage.REJECTED);
  }

  @Test
  void soaksAgainWhenItWasStoppedBeforeTheEndOfTheSoak() {
    CampaignHarness harness = soaking();
    harness.performTwice = true;

    harness.run();

    assertThat(harness.evaluator.measured()).filteredOn(id -> id.endsWith("-soak")).hasSize(2);
    assertThat(confirmations(harness)).hasSize(1);
  }

  @Test
  void doesNotSoakWithoutASoakInThePack() {
    CampaignHarness harness =
        new CampaignHarness(CampaignFixtures.request(1), CampaignFixtures.scripted(3));
    harness.evaluator.ratio(3, 0.6);

    harness.run();

    assertThat(harness.evaluator.measured()).noneMatch(id -> id.endsWith("-soak"));
  }

  @Test
  void readsEvaluationsFromBeforeThereWereSoaks() {
    CampaignHarness harness = soaking();
    harness.run();
    Evaluation with = confirmations(harness).getFirst();
    assertThat(Json.read(Json.write(with), Evaluation.class)).isEqualTo(with);

    String older = Json.write(with).replaceFirst(",\"soaks\":\\[.*]", "");

    assertThat(older).doesNotContain("soaks");
    assertThat(Json.read(older, Evaluation.class).soaksIfAny()).isEmpty();
  }

  private static CampaignHarness soaking() {
    CampaignHarness harness =
        new CampaignHarness(
            new CampaignRequest(
                CampaignFixtures.SOURCE,
                CampaignFixtures.soaking(CampaignFixtures.soak()),
                CampaignFixtures.tile(1),
                1,
                5,
                CampaignPolicy.STANDARD,
                "tester",
                null),
            CampaignFixtures.scripted(3));
    harness.evaluator.ratio(3, 0.6);
    return harness;
  }

  private static List<Evaluation> confirmations(CampaignHarness harness) {
    return harness.events.stream()
        .filter(DomainEvent.Evaluated.class::isInstance)
        .map(event -> ((DomainEvent.Evaluated) event).evaluation())
        .filter(it -> it.phase() == Evaluation.Phase.CONFIRMATION)
        .toList();
  }
}
