package dev.evolve.campaign;

import dev.evolve.artifact.DeploymentStore;
import dev.evolve.gate.Gate;
import dev.evolve.measure.Evaluator;
import dev.evolve.pack.HardwareProfile;
import dev.evolve.promotion.Forge;
import dev.evolve.rollout.CanaryJudge;
import dev.evolve.rollout.CanaryTarget;
import dev.evolve.telemetry.EventBus;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Supplier;

/**
 * What the steps of a campaign are done with. More than seven, since a campaign touches every port
 * of the domain; only the worker sees them together.
 *
 * @param evaluator builds and measures
 * @param gates all gates, in the order in which they are asked
 * @param canaryTarget where traffic is
 * @param canaryJudge judges what traffic showed
 * @param forge where changes land
 * @param deployments what is in force
 * @param telemetry where telemetry goes
 * @param hardware probes the machine
 * @param auditHead where the log stands
 * @param progress who watches
 * @param clock the time of events
 * @param version version and commit of Evolve itself
 */
public record CampaignPorts(
    Evaluator evaluator,
    List<Gate> gates,
    CanaryTarget canaryTarget,
    CanaryJudge canaryJudge,
    Forge forge,
    DeploymentStore deployments,
    EventBus telemetry,
    Supplier<HardwareProfile> hardware,
    AuditHead auditHead,
    CampaignProgress progress,
    InstantSource clock,
    String version) {

  public CampaignPorts {
    gates = List.copyOf(gates);
  }
}
