package dev.evolve.pack;

import java.util.List;

/**
 * One input that a pack is measured on.
 *
 * @param name unique in the pack
 * @param role whether the search may see it
 * @param arguments appended to the bench command
 */
public record Scenario(String name, Role role, List<String> arguments) {

  public Scenario {
    arguments = List.copyOf(arguments);
  }

  /** Who may see a scenario's results. */
  public enum Role {
    /** The search chooses by it. */
    TRAIN,
    /** Only the gates see it. */
    HOLDOUT,
    /** An edge shape: outputs alone are compared, nothing is timed. */
    EDGE,
    /** Values such as infinities or denormals: outputs alone are compared, nothing is timed. */
    ADVERSARIAL;

    /** True if metrics are measured on it. */
    public boolean isMeasured() {
      return this == TRAIN || this == HOLDOUT;
    }
  }
}
