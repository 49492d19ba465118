package dev.evolve.serving.denoise;

import dev.evolve.serving.guidance.GuidanceSpec;

/**
 * A clip that is asked for.
 *
 * @param prompt what it is to show
 * @param negativePrompt what it is not to show; empty for nothing in particular
 * @param sampling how it is sampled
 * @param guidance how strongly it follows the prompt
 * @param previewEvery steps between previews; 0 for none
 * @param tileRows rows of tokens that are decoded in one step
 */
public record DenoiseRequest(
    String prompt,
    String negativePrompt,
    Sampling sampling,
    GuidanceSpec guidance,
    int previewEvery,
    int tileRows) {

  /** Longest prompt, in UTF-16 units. */
  public static final int MOST_PROMPT_LENGTH = 4096;

  /**
   * @throws IllegalArgumentException if a prompt is too long or a number out of range
   */
  public DenoiseRequest {
    if (prompt.length() > MOST_PROMPT_LENGTH || negativePrompt.length() > MOST_PROMPT_LENGTH) {
      throw new IllegalArgumentException(
          "a prompt has at most "
              + MOST_PROMPT_LENGTH
              + " characters; found "
              + Math.max(prompt.length(), negativePrompt.length()));
    }
    if (previewEvery < 0 || tileRows < 1) {
      throw new IllegalArgumentException(
          "previews come every 0 (never) or more steps and tiles have at least 1 row; found "
              + previewEvery
              + " and "
              + tileRows);
    }
  }

  /** A clip in so many steps: guidance 4 in one forward, a preview each step, tiles of 2 rows. */
  public static DenoiseRequest of(String prompt, int steps) {
    return new DenoiseRequest(prompt, "", Sampling.ofSteps(steps), GuidanceSpec.batched(4), 1, 2);
  }

  /** This request with other guidance. */
  public DenoiseRequest with(GuidanceSpec other) {
    return new DenoiseRequest(prompt, negativePrompt, sampling, other, previewEvery, tileRows);
  }

  /** This request, sampled otherwise. */
  public DenoiseRequest with(Sampling other) {
    return new DenoiseRequest(prompt, negativePrompt, other, guidance, previewEvery, tileRows);
  }

  /** This request with tiles of another height. */
  public DenoiseRequest withTileRows(int rows) {
    return new DenoiseRequest(prompt, negativePrompt, sampling, guidance, previewEvery, rows);
  }

  /** This request with previews at other steps. */
  public DenoiseRequest withPreviewEvery(int steps) {
    return new DenoiseRequest(prompt, negativePrompt, sampling, guidance, steps, tileRows);
  }
}
