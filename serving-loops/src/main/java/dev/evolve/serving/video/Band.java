package dev.evolve.serving.video;

import dev.evolve.serving.tensor.Tensor;

/**
 * Rows of every frame of a clip, with one more above and below.
 *
 * @param latents frames of {@code rows + 2} rows of tokens; zeros beyond the frame
 * @param frames number of frames
 * @param rows rows that are to be decoded
 * @param width tokens in a row
 */
public record Band(Tensor latents, int frames, int rows, int width) {

  /**
   * @throws IllegalArgumentException if the latents have another number of tokens
   */
  public Band {
    if (latents.rows() != frames * (rows + 2) * width) {
      throw new IllegalArgumentException(
          "a band of "
              + frames
              + " frames, "
              + rows
              + " rows and their neighbours, "
              + width
              + " wide, was wanted; found a "
              + latents);
    }
  }

  /**
   * Cuts a band out of a clip.
   *
   * @param clip latents of the whole clip
   * @param firstRow first row to decode
   * @param rows rows to decode; those beyond the frame are left out
   */
  public static Band of(VideoConfig config, Tensor clip, int firstRow, int rows) {
    int kept = Math.min(rows, config.height() - firstRow);
    int rowValues = config.width() * config.channels();
    float[] all = clip.toArray();
    float[] cut = new float[config.frames() * (kept + 2) * rowValues];
    for (int frame = 0; frame < config.frames(); frame++) {
      for (int y = -1; y <= kept; y++) {
        int row = firstRow + y;
        if (row >= 0 && row < config.height()) {
          System.arraycopy(
              all,
              (frame * config.height() + row) * rowValues,
              cut,
              (frame * (kept + 2) + y + 1) * rowValues,
              rowValues);
        }
      }
    }
    Tensor latents =
        Tensor.of(config.frames() * (kept + 2) * config.width(), config.channels(), cut);
    return new Band(latents, config.frames(), kept, config.width());
  }

  /** Tokens that are to be decoded. */
  int tokens() {
    return frames * rows * width;
  }
}
