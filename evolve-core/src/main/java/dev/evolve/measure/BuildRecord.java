package dev.evolve.measure;

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

  /** How a build ended. */
  public enum Status {
    OK,
    FAILED,
    TIMED_OUT,
    MISSING_ARTIFACT
  }
}
