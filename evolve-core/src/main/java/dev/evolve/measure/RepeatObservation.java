package dev.evolve.measure;

import java.util.List;

/**
 * The same build run again with the same seed: its outputs must be equal bit for bit.
 *
 * @param scenario name of the scenario
 * @param arm which binary
 * @param seed the seed
 * @param outputSha256 hash of each run's output, {@code missing} where there was none
 */
public record RepeatObservation(String scenario, Arm arm, long seed, List<String> outputSha256) {

  public RepeatObservation {
    outputSha256 = List.copyOf(outputSha256);
  }
}
