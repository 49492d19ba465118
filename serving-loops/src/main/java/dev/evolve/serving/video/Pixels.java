package dev.evolve.serving.video;

import java.util.Base64;
import java.util.List;

/** Puts decoded pixels together. */
public final class Pixels {

  private Pixels() {}

  /**
   * A clip of its bands, top to bottom.
   *
   * @param config extents of the clip
   * @param bands base64 of each band's pixels
   * @return base64 of the clip's pixels: frames of rows of red, green and blue bytes
   */
  public static String ofBands(VideoConfig config, List<String> bands) {
    byte[] clip = new byte[bands.stream().mapToInt(band -> decode(band).length).sum()];
    int frameBytes = clip.length / config.frames();
    int row = 0;
    for (String text : bands) {
      byte[] band = decode(text);
      int share = band.length / config.frames();
      for (int frame = 0; frame < config.frames(); frame++) {
        System.arraycopy(band, frame * share, clip, frame * frameBytes + row, share);
      }
      row += share;
    }
    return Base64.getEncoder().encodeToString(clip);
  }

  /**
   * A long clip of its chunks, first to last.
   *
   * @param chunks base64 of each chunk's pixels
   */
  public static String ofChunks(List<String> chunks) {
    byte[] clip = new byte[chunks.stream().mapToInt(chunk -> decode(chunk).length).sum()];
    int at = 0;
    for (String text : chunks) {
      byte[] chunk = decode(text);
      System.arraycopy(chunk, 0, clip, at, chunk.length);
      at += chunk.length;
    }
    return Base64.getEncoder().encodeToString(clip);
  }

  /** What to read pixels by, such as {@code 2x8x8 rgb8}. */
  public static String format(VideoConfig config, int frames) {
    return frames
        + "x"
        + config.height() * VideoConfig.PATCH
        + "x"
        + config.width() * VideoConfig.PATCH
        + " rgb8";
  }

  private static byte[] decode(String base64) {
    return Base64.getDecoder().decode(base64);
  }
}
