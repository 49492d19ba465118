package dev.evolve.serving.schedule;

/**
 * Which of two experts denoises at a noise level: at the boundary and above it the one for high
 * noise, below it the one for low noise. Wan 2.2 routes its two transformers so, with a boundary of
 * 0.875 for text to video ({@code wan_t2v_A14B.py} of Wan-Video/Wan2.2).
 *
 * @param boundary lowest sigma of the high-noise expert; 0 routes everything to it, anything above
 *     1 nothing
 */
public record ExpertRouting(double boundary) {

  /** Name of the expert for high noise. */
  public static final String HIGH_NOISE = "high-noise";

  /** Name of the expert for low noise. */
  public static final String LOW_NOISE = "low-noise";

  /**
   * @throws IllegalArgumentException if the boundary is negative or NaN
   */
  public ExpertRouting {
    if (!(boundary >= 0)) {
      throw new IllegalArgumentException(
          "a boundary between experts is a sigma of at least 0; found " + boundary);
    }
  }

  /** Name of the expert for a noise level. */
  public String expert(double sigma) {
    return sigma >= boundary ? HIGH_NOISE : LOW_NOISE;
  }
}
