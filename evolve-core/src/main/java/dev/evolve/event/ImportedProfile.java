package dev.evolve.event;

import dev.evolve.pack.Configuration;
import dev.evolve.pack.HardwareProfile;
import java.util.List;

/**
 * The best configuration that another tool reports. Its number is a claim: nobody here has compared
 * its outputs or measured it beside a baseline.
 *
 * @param id identity of the profile
 * @param pack the pack, or the space, that it configures
 * @param hardware the machine that it is said to be for
 * @param shape name of the scenario that it is for; {@code *} for all of them
 * @param arguments arguments of that scenario; empty if they are not known
 * @param configuration the configuration
 * @param format what it was read from, such as {@code kernel-tuner}
 * @param source the file or the run, for people
 * @param contentSha256 hash of what was read
 * @param device the device that the source names; empty if it names none
 * @param value the claimed objective, smaller is better, in {@code unit}
 * @param unit unit of the claim
 * @param evaluations configurations that the search behind it had measured; 0 if not known
 * @param finished whether that search ran to its end
 */
public record ImportedProfile(
    String id,
    String pack,
    HardwareProfile hardware,
    String shape,
    List<String> arguments,
    Configuration configuration,
    String format,
    String source,
    String contentSha256,
    String device,
    double value,
    String unit,
    int evaluations,
    boolean finished) {

  public ImportedProfile {
    arguments = List.copyOf(arguments);
  }
}
