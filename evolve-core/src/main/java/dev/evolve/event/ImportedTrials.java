package dev.evolve.event;

import java.util.List;

/**
 * What another tool measured of a kernel on one machine. Its numbers are claims: they guide
 * searches for as long as they agree with what is measured, and prove nothing.
 *
 * @param key what it is
 * @param contentSha256 hash of what was read
 * @param device the device that the source names; empty if it names none
 * @param parameters names of the knobs
 * @param size configurations in it, each once
 * @param failed how many of them gave no value
 * @param packed every configuration with its value, as {@code TrialPack} packs them, in base 64
 */
public record ImportedTrials(
    Key key,
    String contentSha256,
    String device,
    List<String> parameters,
    int size,
    int failed,
    String packed) {

  public ImportedTrials {
    parameters = List.copyOf(parameters);
  }

  /**
   * What tells one import from all others.
   *
   * @param id identity of the import
   * @param kernel the kernel or pack that was measured
   * @param shape the input that it was measured on; empty if it is not known
   * @param hardwareId whatever names the machine
   * @param source the file or the run, for people
   */
  public record Key(String id, String kernel, String shape, String hardwareId, String source) {}
}
