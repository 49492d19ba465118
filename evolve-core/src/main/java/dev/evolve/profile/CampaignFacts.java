package dev.evolve.profile;

import dev.evolve.event.DomainEvent;
import dev.evolve.measure.Evaluation;
import org.jspecify.annotations.Nullable;

/** What the log says of a campaign, as far as profiles want to know. */
final class CampaignFacts {

  private DomainEvent.@Nullable CampaignStarted started;
  private DomainEvent.@Nullable SearchFinished finished;
  private int screened;

  void started(DomainEvent.CampaignStarted event) {
    started = event;
  }

  void evaluated(Evaluation evaluation) {
    if (evaluation.phase() == Evaluation.Phase.SCREENING && evaluation.notMeasured() == null) {
      screened++;
    }
  }

  void searchFinished(DomainEvent.SearchFinished event) {
    finished = event;
  }

  DomainEvent.@Nullable CampaignStarted started() {
    return started;
  }

  @Nullable Origin origin() {
    return started == null ? null : new Origin(started.source(), started.pack());
  }

  SearchRecord search() {
    return new SearchRecord(
        screened,
        started == null ? 0 : started.evaluations(),
        finished != null,
        finished == null ? "" : finished.reason());
  }
}
