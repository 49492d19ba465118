package dev.evolve.measure;

import dev.evolve.json.Digests;
import dev.evolve.json.Json;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * One build.
 *
 * @param arm which arm it is for
 * @param status how it ended
 * @param durationMs wall time in milliseconds
 * @param artifacts SHA-256 by path of what it made; empty unless it succeeded
 * @param log last lines of what the build printed, at most 4,000 characters
 */
public record BuildRecord(
    Arm arm, Status status, long durationMs, SortedMap<String, String> artifacts, String log) {

  public BuildRecord {
    artifacts = Collections.unmodifiableSortedMap(new TreeMap<>(artifacts));
  }

  /** Hash over all that it made: two builds of one hash run the same code. */
  public String artifactsSha256() {
    return Digests.sha256(Json.write(artifacts));
  }

  /** How a build ended. */
  public enum Status {
    OK,
    FAILED,
    TIMED_OUT,
    MISSING_ARTIFACT
  }
}
