package dev.evolve.app.engine;

import dev.evolve.app.views.CampaignViews;
import dev.evolve.app.views.ProposalFilter;
import dev.evolve.event.DomainEvent;
import dev.evolve.graph.ProjectionStatus;
import dev.evolve.proposal.ProposalStage;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.Locale;
import org.springframework.stereotype.Component;

/**
 * What operators watch: how many campaigns and proposals are where, and what gates and canaries
 * say.
 */
@Component
class EngineMetrics {

  private final MeterRegistry meters;
  private final CampaignViews views;

  EngineMetrics(MeterRegistry meters, CampaignViews views, GraphService graph) {
    this.meters = meters;
    this.views = views;
    for (String state : List.of("running", "waiting", "ended")) {
      Gauge.builder("evolve.campaigns", () -> campaigns(state))
          .description("campaigns by state")
          .tag("state", state)
          .register(meters);
    }
    for (ProposalStage stage : ProposalStage.values()) {
      Gauge.builder("evolve.proposals", () -> proposals(stage))
          .description("proposals by stage")
          .tag("stage", lower(stage))
          .register(meters);
    }
    Gauge.builder("evolve.graph.lag", graph, service -> lag(service.status()))
        .description("events of the log that are not in the graph yet")
        .register(meters);
    views.watch(this::count);
  }

  private long campaigns(String state) {
    return views.campaigns().stream().filter(c -> c.state().equals(state)).count();
  }

  private long proposals(ProposalStage stage) {
    return views.proposals(ProposalFilter.ALL).stream().filter(p -> p.stage() == stage).count();
  }

  private static double lag(ProjectionStatus status) {
    return status.lag();
  }

  private void count(DomainEvent event) {
    switch (event) {
      case DomainEvent.Evaluated it ->
          increment("evolve.evaluations", "phase", lower(it.evaluation().phase()));
      case DomainEvent.GateJudged it ->
          meters
              .counter(
                  "evolve.gate.verdicts",
                  "gate",
                  it.finding().gate(),
                  "verdict",
                  lower(it.finding().verdict()))
              .increment();
      case DomainEvent.CanaryJudged it ->
          increment("evolve.canary.verdicts", "verdict", lower(it.report().verdict()));
      case DomainEvent.Merged it -> meters.counter("evolve.promotions").increment();
      case DomainEvent.RolledBack it -> meters.counter("evolve.rollbacks").increment();
      default -> {}
    }
  }

  private void increment(String meter, String tag, String value) {
    meters.counter(meter, tag, value).increment();
  }

  private static String lower(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }
}
