package dev.evolve.campaign;

import dev.evolve.measure.BenchRun;
import dev.evolve.measure.BuildRecord;
import dev.evolve.measure.Evaluation;
import dev.evolve.measure.EvaluationProgress;
import dev.evolve.measure.MetricValue;
import dev.evolve.pack.HardwareProfile;
import dev.evolve.telemetry.TelemetryEvent;
import java.util.Locale;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Turns the progress of an evaluation into telemetry and news for people. */
final class TelemetryProgress implements EvaluationProgress {

  private static final Logger LOG = LoggerFactory.getLogger(TelemetryProgress.class);

  private static final int VERSION = 1;

  private final CampaignPorts ports;
  private final CampaignState state;
  private final String proposalId;
  private final String activity;
  private final HardwareProfile hardware;
  private final String hardwareId;

  TelemetryProgress(
      CampaignPorts ports, CampaignState state, String proposalId, Evaluation.Phase phase) {
    this.ports = ports;
    this.state = state;
    this.proposalId = proposalId;
    this.activity = phase == Evaluation.Phase.SCREENING ? "screen" : "confirm";
    this.hardware = state.openingOrThrow().hardware();
    this.hardwareId = hardware.id();
  }

  @Override
  public void planned(String text) {
    LOG.info("confirm {}: {}", proposalId, text);
    report(text, 0, 0);
  }

  @Override
  public void built(BuildRecord build) {
    ports
        .telemetry()
        .publish(
            new TelemetryEvent.CompilerPass(
                VERSION,
                ports.clock().instant(),
                hardwareId,
                state.seed(),
                state.request().pack().name(),
                proposalId,
                lower(build.arm()),
                lower(build.status()),
                build.durationMs(),
                hardware.compiler()));
    report("built the " + lower(build.arm()) + " in " + build.durationMs() + " ms", 0, 0);
  }

  @Override
  public void ran(BenchRun run, int done, int total) {
    run.metrics().forEach((metric, value) -> publish(run, metric, value));
    publishLaunch(run);
    MetricValue objective = run.metrics().get(state.request().pack().objective().name());
    report(
        run.scenario()
            + " "
            + lower(run.arm())
            + (objective == null
                ? " " + lower(run.status())
                : String.format(Locale.ROOT, " %.4g %s", objective.value(), objective.unit())),
        done,
        total);
  }

  @Override
  public void soaked(String text, int done, int total) {
    ports.progress().report(state.campaignId(), proposalId, "soak", text, done, total);
  }

  private void publish(BenchRun run, String metric, MetricValue value) {
    ports
        .telemetry()
        .publish(
            new TelemetryEvent.BenchResult(
                VERSION,
                ports.clock().instant(),
                hardwareId,
                run.seed(),
                state.request().pack().name(),
                proposalId,
                run.scenario(),
                lower(run.arm()),
                run.round(),
                lower(run.status()),
                metric,
                value.value(),
                value.unit()));
  }

  private void publishLaunch(BenchRun run) {
    Long cpuNs = run.usage().cpuNs();
    Long peakRssBytes = run.usage().peakRssBytes();
    if (cpuNs != null && peakRssBytes != null) {
      ports
          .telemetry()
          .publish(
              new TelemetryEvent.KernelLaunch(
                  VERSION,
                  ports.clock().instant(),
                  hardwareId,
                  run.seed(),
                  state.request().pack().name(),
                  proposalId,
                  run.scenario(),
                  lower(run.arm()),
                  run.usage().wallNs(),
                  cpuNs,
                  peakRssBytes));
    }
  }

  private void report(String text, int done, int total) {
    ports.progress().report(state.campaignId(), proposalId, activity, text, done, total);
  }

  private static String lower(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }
}
