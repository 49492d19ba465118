package dev.evolve.measure;

import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * The same build run again with the same seed: its outputs must be equal bit for bit.
 *
 * @param scenario name of the scenario
 * @param arm which binary
 * @param seed the seed
 * @param outputSha256 hash of each run's output, {@code missing} where there was none
 * @param accuracy its output against the pack's reference; null if the pack declares none
 * @param hashes what each run printed hashes of, by name
 * @param hardwareId id of the machine after these runs; null if it was not looked at
 */
public record RepeatObservation(
    String scenario,
    Arm arm,
    long seed,
    List<String> outputSha256,
    @Nullable Accuracy accuracy,
    List<SortedMap<String, String>> hashes,
    @Nullable String hardwareId) {

  // Repeats that were recorded before there were hashes have none.
  public RepeatObservation {
    outputSha256 = List.copyOf(outputSha256);
    hashes = hashes == null ? List.of() : List.copyOf(hashes);
  }

  RepeatObservation on(String machine) {
    return new RepeatObservation(scenario, arm, seed, outputSha256, accuracy, hashes, machine);
  }
}
