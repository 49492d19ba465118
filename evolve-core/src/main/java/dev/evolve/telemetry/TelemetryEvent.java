package dev.evolve.telemetry;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.time.Instant;

/**
 * A telemetry event. Each record is one topic of the bus; each carries hardware profile and seed.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
  @JsonSubTypes.Type(value = TelemetryEvent.CompilerPass.class, name = "compiler.pass"),
  @JsonSubTypes.Type(value = TelemetryEvent.BenchResult.class, name = "bench.result"),
  @JsonSubTypes.Type(value = TelemetryEvent.KernelLaunch.class, name = "kernel.launch"),
  @JsonSubTypes.Type(value = TelemetryEvent.ServeScheduler.class, name = "serve.scheduler")
})
public sealed interface TelemetryEvent {

  /** Name of the topic. */
  String topic();

  /** Records that belong together keep their order: the key of the record. */
  String key();

  /** When it was observed. */
  Instant at();

  /** Id of the hardware profile. */
  String hardwareId();

  /** Seed of the inputs; 0 where there are none. */
  long seed();

  /** One build of one arm. */
  record CompilerPass(
      int version,
      Instant at,
      String hardwareId,
      long seed,
      String pack,
      String proposalId,
      String arm,
      String status,
      long durationMs,
      String compiler)
      implements TelemetryEvent {
    @Override
    public String topic() {
      return "compiler.pass";
    }

    @Override
    public String key() {
      return proposalId;
    }
  }

  /** One number of one bench process. */
  record BenchResult(
      int version,
      Instant at,
      String hardwareId,
      long seed,
      String pack,
      String proposalId,
      String scenario,
      String arm,
      int round,
      String status,
      String metric,
      double value,
      String unit)
      implements TelemetryEvent {
    @Override
    public String topic() {
      return "bench.result";
    }

    @Override
    public String key() {
      return proposalId;
    }
  }

  /** One process that launched a kernel, with what it used. */
  record KernelLaunch(
      int version,
      Instant at,
      String hardwareId,
      long seed,
      String pack,
      String proposalId,
      String scenario,
      String arm,
      long wallNs,
      long cpuNs,
      long peakRssBytes)
      implements TelemetryEvent {
    @Override
    public String topic() {
      return "kernel.launch";
    }

    @Override
    public String key() {
      return proposalId;
    }
  }

  /** One arm of one canary stage. */
  record ServeScheduler(
      int version,
      Instant at,
      String hardwareId,
      long seed,
      String pack,
      String proposalId,
      int stage,
      double weight,
      String arm,
      long requests,
      long errors,
      double p50Ms,
      double p95Ms,
      double p99Ms)
      implements TelemetryEvent {
    @Override
    public String topic() {
      return "serve.scheduler";
    }

    @Override
    public String key() {
      return proposalId;
    }
  }
}
