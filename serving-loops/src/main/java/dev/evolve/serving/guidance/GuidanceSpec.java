package dev.evolve.serving.guidance;

/**
 * Which guidance a request asks for, as data: part of its state.
 *
 * @param kind which policy
 * @param scale its strength
 * @param gateSteps see {@link AdaptiveGuidance}; 1 for the others
 * @param maxReuses see {@link AdaptiveGuidance}; 0 for the others
 */
public record GuidanceSpec(Kind kind, double scale, int gateSteps, int maxReuses) {

  /**
   * @throws IllegalArgumentException if the strength is not finite or a count is out of range
   */
  public GuidanceSpec {
    if (!Double.isFinite(scale)) {
      throw new IllegalArgumentException("a guidance scale is finite; found " + scale);
    }
    if (gateSteps < 1 || maxReuses < 0) {
      throw new IllegalArgumentException(
          "guidance has at least 1 gate step and 0 reuses; found "
              + gateSteps
              + " and "
              + maxReuses);
    }
  }

  /** A forward for each branch. */
  public static GuidanceSpec classic(double scale) {
    return new GuidanceSpec(Kind.CLASSIC, scale, 1, 0);
  }

  /** Both branches in one forward. */
  public static GuidanceSpec batched(double scale) {
    return new GuidanceSpec(Kind.BATCHED, scale, 1, 0);
  }

  /** Reuses the difference of the branches. */
  public static GuidanceSpec adaptive(double scale, int gateSteps, int maxReuses) {
    return new GuidanceSpec(Kind.ADAPTIVE, scale, gateSteps, maxReuses);
  }

  /** The model guides itself. */
  public static GuidanceSpec embedded(double scale) {
    return new GuidanceSpec(Kind.EMBEDDED, scale, 1, 0);
  }

  /** The policy that does what is asked for. */
  public GuidancePolicy policy() {
    return switch (kind) {
      case CLASSIC -> new ClassicGuidance(scale);
      case BATCHED -> new BatchedGuidance(scale);
      case ADAPTIVE -> new AdaptiveGuidance(scale, gateSteps, maxReuses);
      case EMBEDDED -> new EmbeddedGuidance(scale);
    };
  }

  /** The policies there are. */
  public enum Kind {
    CLASSIC,
    BATCHED,
    ADAPTIVE,
    EMBEDDED;

    /** Whether a step may compute the branch of the negative prompt. */
    public boolean hasNegativeBranch() {
      return this != EMBEDDED;
    }
  }
}
