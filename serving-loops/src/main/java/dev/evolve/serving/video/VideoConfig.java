package dev.evolve.serving.video;

/**
 * Extents of a video model. A latent clip has one token for each frame, row and column; its tensor
 * has a row a token, frames outermost, and a column a channel. A token becomes a patch of 2 x 2
 * pixels.
 *
 * @param frames frames of a clip, or of a chunk
 * @param height rows of tokens in a frame
 * @param width tokens in a row
 * @param channels values of a token
 * @param dim width of the transformer
 * @param heads heads of its attention; they divide {@code dim}
 * @param blocks its depth
 * @param hidden width of its feed-forward layers
 */
public record VideoConfig(
    int frames, int height, int width, int channels, int dim, int heads, int blocks, int hidden) {

  /** Edge of the patch of pixels that a token becomes. */
  public static final int PATCH = 2;

  /** Red, green and blue. */
  public static final int COLOURS = 3;

  /**
   * @throws IllegalArgumentException if an extent is below 1 or the heads do not divide {@code dim}
   */
  public VideoConfig {
    int least = Math.min(Math.min(frames, height), Math.min(width, channels));
    if (Math.min(least, Math.min(Math.min(dim, heads), Math.min(blocks, hidden))) < 1) {
      throw new IllegalArgumentException("every extent of a video model is at least 1");
    }
    if (dim % (2 * heads) != 0) {
      throw new IllegalArgumentException(
          "heads of even width must make up dim; found dim " + dim + " and heads " + heads);
    }
  }

  /** Small enough to run in a test: 2 frames of 4 x 4 tokens, 2 blocks of width 32. */
  public static VideoConfig small() {
    return new VideoConfig(2, 4, 4, 4, 32, 2, 2, 64);
  }

  /** Tokens of a clip or chunk. */
  public int tokens() {
    return frames * height * width;
  }

  /** Bytes of a clip's latent. */
  public long latentBytes() {
    return 4L * tokens() * channels;
  }

  /** Bytes of a clip's pixels, one a colour. */
  public long pixelBytes() {
    return (long) tokens() * PATCH * PATCH * COLOURS;
  }

  /** Bytes of the keys and values of one chunk in all blocks. */
  public long slabBytes() {
    return 4L * 2 * blocks * tokens() * dim;
  }
}
