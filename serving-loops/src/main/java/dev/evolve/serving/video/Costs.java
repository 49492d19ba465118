package dev.evolve.serving.video;

/** What steps of a video model need, derived from its extents; upper bounds, not measurements. */
final class Costs {

  /** Multiply-adds a second that a prediction assumes; a scale for admission, not a claim. */
  private static final double MULTIPLY_ADDS_PER_SECOND = 1e9;

  private Costs() {}

  /** Bytes that a forward of so many sequences holds while it runs. */
  static long forwardPeakBytes(VideoConfig config, int sequences, int contextChunks) {
    long outputs = (long) sequences * config.tokens() * (4L * config.dim() + config.channels());
    return forwardWorkspaceBytes(config, sequences, contextChunks)
        + 4 * outputs
        + sequences * config.slabBytes();
  }

  /** Bytes of all buffers of a forward of so many sequences; none is freed before its end. */
  static long forwardWorkspaceBytes(VideoConfig config, int sequences, int contextChunks) {
    long tokens = config.tokens();
    long dim = config.dim();
    long positions = (1L + contextChunks) * tokens;
    long around = tokens * (2L * config.channels() + 4 * dim) + 9 * dim;
    long layers = tokens * (8 * dim + 2L * config.hidden()) + 6 * dim;
    long attention = config.heads() * tokens * positions + 2 * dim * (tokens + positions);
    return 4 * sequences * (around + config.blocks() * (layers + attention));
  }

  /** Seconds that a forward of so many sequences is predicted to take. */
  static double forwardSeconds(VideoConfig config, int sequences, int contextChunks) {
    double row =
        config.blocks()
            * (4.0 * config.dim() * config.dim() + 3.0 * config.dim() * config.hidden());
    double attention = 2.0 * config.blocks() * config.tokens() * (1 + contextChunks) * config.dim();
    return sequences * config.tokens() * (row + attention) / MULTIPLY_ADDS_PER_SECOND;
  }

  /** Bytes that decoding a tile of so many tokens holds. */
  static long decodePeakBytes(VideoConfig config, int tokens) {
    return 4L * tokens * (9L * config.channels() + 2L * outputsPerToken()) + 4L * outputsPerToken();
  }

  /** Seconds that decoding so many tokens is predicted to take. */
  static double decodeSeconds(VideoConfig config, int tokens) {
    return 9.0 * config.channels() * outputsPerToken() * tokens / MULTIPLY_ADDS_PER_SECOND;
  }

  /** Bytes that encoding so many prompt rows holds. */
  static long encodePeakBytes(VideoConfig config, int rows) {
    return 4L * rows * (2L * config.dim() + 3L * config.hidden());
  }

  /** Seconds that encoding so many prompt rows is predicted to take. */
  static double encodeSeconds(VideoConfig config, int rows) {
    return 3.0 * rows * config.dim() * config.hidden() / MULTIPLY_ADDS_PER_SECOND;
  }

  static int outputsPerToken() {
    return VideoConfig.PATCH * VideoConfig.PATCH * VideoConfig.COLOURS;
  }
}
