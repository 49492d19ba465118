package dev.evolve.serving.rollout;

import dev.evolve.serving.schedule.FlowMatchSchedule;

/**
 * A long clip that is asked for.
 *
 * @param prompt what it is to show
 * @param chunks its length, in chunks of the model's frames
 * @param schedule noise levels of each chunk; few, as a distilled model takes them
 * @param stochastic whether steps add fresh noise
 * @param window how many chunks before it a chunk sees
 */
public record RolloutRequest(
    String prompt, int chunks, FlowMatchSchedule schedule, boolean stochastic, int window) {

  /** Longest prompt, in UTF-16 units. */
  public static final int MOST_PROMPT_LENGTH = 4096;

  /** Most chunks of one clip. */
  public static final int MOST_CHUNKS = 4096;

  private static final FlowMatchSchedule DISTILLED =
      FlowMatchSchedule.distilled(1.0, 0.9375, 0.8333333333333334, 0.625, 0.0);

  /**
   * @throws IllegalArgumentException if the prompt is too long or a number out of range
   */
  public RolloutRequest {
    if (prompt.length() > MOST_PROMPT_LENGTH) {
      throw new IllegalArgumentException(
          "a prompt has at most " + MOST_PROMPT_LENGTH + " characters; found " + prompt.length());
    }
    if (chunks < 1 || chunks > MOST_CHUNKS || window < 1) {
      throw new IllegalArgumentException(
          "a rollout has 1 to "
              + MOST_CHUNKS
              + " chunks and a window of at least 1; found "
              + chunks
              + " and "
              + window);
    }
  }

  /** A clip of so many chunks in four deterministic steps each, with a window. */
  public static RolloutRequest of(String prompt, int chunks, int window) {
    return new RolloutRequest(prompt, chunks, DISTILLED, false, window);
  }

  /** This request with other noise levels. */
  public RolloutRequest with(FlowMatchSchedule other) {
    return new RolloutRequest(prompt, chunks, other, stochastic, window);
  }

  /** This request with fresh noise in each step. */
  public RolloutRequest withFreshNoise() {
    return new RolloutRequest(prompt, chunks, schedule, true, window);
  }
}
