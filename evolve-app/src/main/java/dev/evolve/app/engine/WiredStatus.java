package dev.evolve.app.engine;

import dev.evolve.app.api.ServiceStatus;
import dev.evolve.app.budgets.DayAccount;
import dev.evolve.app.budgets.SpendingView;
import dev.evolve.app.services.KafkaEndpoint;
import dev.evolve.app.views.CampaignSummary;
import dev.evolve.app.views.CampaignViews;
import dev.evolve.app.views.ProposalFilter;
import dev.evolve.app.views.ProposalSummary;
import dev.evolve.campaign.DailyLedger;
import dev.evolve.error.EvolveException;
import dev.evolve.graph.ProjectionStatus;
import dev.evolve.loop.runtime.LoopDriver;
import dev.evolve.pack.HardwareProfile;
import dev.evolve.proposal.ProposalStage;
import dev.evolve.sandbox.Sandbox;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import org.springframework.stereotype.Component;

/** What the service knows of itself. */
@Component
class WiredStatus implements ServiceStatus {

  private final KafkaEndpoint kafka;
  private final GraphService graph;
  private final LoopDriver driver;
  private final Sandbox sandbox;
  private final Supplier<HardwareProfile> hardware;
  private final CampaignViews views;
  private final SpendingView spending;
  private final InstantSource clock;

  WiredStatus(
      KafkaEndpoint kafka,
      GraphService graph,
      LoopDriver driver,
      Sandbox sandbox,
      Supplier<HardwareProfile> hardware,
      CampaignViews views,
      SpendingView spending,
      InstantSource clock) {
    this.kafka = kafka;
    this.graph = graph;
    this.driver = driver;
    this.sandbox = sandbox;
    this.hardware = hardware;
    this.views = views;
    this.spending = spending;
    this.clock = clock;
  }

  @Override
  public Map<String, Object> now() {
    Map<String, Object> status = new LinkedHashMap<>();
    status.put("version", EvolveVersion.describe());
    status.put("loops", driver.isRunning() ? "running" : "stopped");
    status.put("kafka", kafka.bootstrapServers());
    status.put("graph", describe(graph.status()));
    status.put("sandbox", sandbox.technology() + " " + sandbox.protections());
    status.put("missing", sandbox.missing());
    status.put("hardware", hardware.get().id() + " " + hardware.get().cpuModel());
    status.put(
        "campaigns",
        views.campaigns().stream()
            .filter(c -> !c.state().equals("ended"))
            .map(WiredStatus::line)
            .toList());
    status.put(
        "awaiting",
        views.proposals(ProposalFilter.ALL).stream()
            .filter(p -> p.stage() == ProposalStage.AWAITING_APPROVAL)
            .map(ProposalSummary::id)
            .toList());
    status.put("spent", spentToday());
    return status;
  }

  private List<String> spentToday() {
    try {
      return spending.accounts(DailyLedger.dayOf(clock.instant())).stream()
          .map(account -> DayAccount.of(account).line())
          .toList();
    } catch (EvolveException e) {
      return List.of(String.valueOf(e.getMessage()));
    }
  }

  private static String describe(ProjectionStatus status) {
    return status.state().name().toLowerCase(Locale.ROOT) + ", " + status.lag() + " events behind";
  }

  private static String line(CampaignSummary campaign) {
    return campaign.id()
        + " "
        + campaign.state()
        + " "
        + campaign.evaluations()
        + "/"
        + campaign.budget();
  }
}
