package dev.evolve.graph;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The kinds of node that the projection makes: what identifies one, and what each must have. The
 * mapping enforces it on the way in, {@link GraphCheck} looks again at what is there.
 */
enum GraphLabel {
  LOGGED_EVENT(
      "LoggedEvent",
      List.of("eventId"),
      strings("loopId", "type", "campaignId", "hash").integers("sequence")),
  CAMPAIGN(
      "Campaign",
      List.of("id"),
      strings("id", "pack", "hardwareId", "repository", "branch", "baseCommit", "startedBy")
          .integers("seed", "evaluations", "minutes")),
  BENCH_PACK("BenchPack", List.of("name"), strings("name", "domain", "description")),
  SCENARIO("Scenario", List.of("pack", "name"), strings("pack", "name", "role")),
  METRIC("Metric", List.of("pack", "name"), strings("pack", "name", "unit", "direction", "role")),
  HARDWARE_PROFILE(
      "HardwareProfile",
      List.of("id"),
      strings("id", "architecture", "cpuModel", "os", "microcode", "compiler", "compilerSha256")
          .integers("cores", "memoryBytes")),
  PERSON("Person", List.of("name"), strings("name")),
  AGENT("Agent", List.of("name"), strings("name")),
  PROPOSAL(
      "Proposal",
      List.of("id"),
      strings(
              "id",
              "campaignId",
              "pack",
              "domain",
              "agent",
              "rationale",
              "configuration",
              "changesetId",
              "stage",
              "stageReason",
              "stageEventId")
          .integers("stageRank")
          .floats("riskScore")
          .booleans("inForce")
          .times("stageAt")),
  CHANGESET(
      "Changeset",
      List.of("id"),
      strings("id", "kind", "configuration", "diffSha256").integers("diffCharacters")),
  CONFIGURATION("Configuration", List.of("pack", "digest"), strings("pack", "digest", "values")),
  EVALUATION(
      "Evaluation",
      List.of("id"),
      strings("id", "proposalId", "campaignId", "loopId", "pack", "phase", "hardwareId", "sandbox")
          .integers("sequence", "seed", "runs", "failedRuns", "missingProtections")),
  GATE_VERDICT(
      "GateVerdict",
      List.of("id"),
      strings("id", "proposalId", "campaignId", "pack", "gate", "outcome", "summary")
          .booleans("passed")
          .integers("evidence")),
  MEASUREMENT(
      "Measurement",
      List.of("id"),
      strings(
              "id",
              "proposalId",
              "pack",
              "hardwareId",
              "architecture",
              "cpuModel",
              "gate",
              "scenario",
              "role",
              "metric",
              "unit",
              "effect",
              "samplesEventId")
          .floats("ratio", "low", "high", "confidence", "baselineMedian", "candidateMedian")
          .integers("pairs")),
  CANARY(
      "Canary",
      List.of("id"),
      strings("id", "proposalId", "pack", "verdict", "summary", "judgedEventId")
          .integers("sequence", "stages", "requests", "errors")
          .times("judgedAt")),
  PROMOTION(
      "Promotion",
      List.of("id"),
      strings("id", "proposalId", "pack", "mergeCommit", "artifactSha256")),
  MERGE_REFUSAL("MergeRefusal", List.of("id"), strings("id", "proposalId", "reason")),
  ROLLBACK(
      "Rollback",
      List.of("id"),
      strings("id", "proposalId", "revertCommit", "restoredTree", "restoredArtifactSha256")),
  TUNING_PROFILE("TuningProfile", List.of("id"), strings("id")),
  PROFILE_NOTE(
      "ProfileNote",
      List.of("id"),
      strings("id", "profileId", "kind", "reason", "person").booleans("serves"));

  private final String label;
  private final List<String> keys;
  private final List<Required> required;

  GraphLabel(String label, List<String> keys, Properties properties) {
    this.label = label;
    this.keys = keys;
    this.required = properties.and("ZONED DATETIME", "at").and("STRING", "eventId").list();
  }

  /** The label in the graph. */
  String label() {
    return label;
  }

  /** What every node of the kind must have. */
  List<Required> required() {
    return required;
  }

  static List<String> labels() {
    return Arrays.stream(values()).map(GraphLabel::label).toList();
  }

  /** The names of the identifying properties by label, as a parameter. */
  static Map<String, Object> keysByLabel() {
    Map<String, Object> byLabel = new LinkedHashMap<>();
    for (GraphLabel kind : values()) {
      byLabel.put(kind.label, kind.keys);
    }
    return byLabel;
  }

  /** The required properties by label, as a parameter. */
  static Map<String, Object> requiredByLabel() {
    Map<String, Object> byLabel = new LinkedHashMap<>();
    for (GraphLabel kind : values()) {
      byLabel.put(
          kind.label,
          kind.required.stream().map(r -> Map.of("name", r.name(), "type", r.type())).toList());
    }
    return byLabel;
  }

  /**
   * A property that must be there.
   *
   * @param name its name
   * @param type its type as the database names it
   */
  record Required(String name, String type) {}

  private static Properties strings(String... names) {
    return new Properties(List.of()).and("STRING", names);
  }

  private record Properties(List<Required> list) {

    Properties integers(String... names) {
      return and("INTEGER", names);
    }

    Properties floats(String... names) {
      return and("FLOAT", names);
    }

    Properties booleans(String... names) {
      return and("BOOLEAN", names);
    }

    Properties times(String... names) {
      return and("ZONED DATETIME", names);
    }

    Properties and(String type, String... names) {
      List<Required> all = new ArrayList<>(list);
      Arrays.stream(names).map(name -> new Required(name, type)).forEach(all::add);
      return new Properties(all);
    }
  }
}
