package dev.evolve.serving.video;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;

import dev.evolve.serving.kernel.Kernels;
import dev.evolve.serving.tensor.Tensor;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/**
 * Turns latents into pixels, a band of rows at a time. A token's patch depends on its 3 x 3
 * neighbours within the frame; a band carries the rows above and below it, zeros beyond the frame,
 * so that bands give the same bytes as the whole frame at once.
 */
final class TileDecoder {

  private static final int NEIGHBOURS = 9;

  private final VideoConfig config;
  private final Matrix patches;
  private final Matrix preview;

  TileDecoder(String name, VideoConfig config) {
    this.config = config;
    this.patches =
        Matrix.seeded(
            name + "/patches", NEIGHBOURS * config.channels(), Costs.outputsPerToken(), 2);
    this.preview = Matrix.seeded(name + "/preview", config.channels(), VideoConfig.COLOURS, 2);
  }

  /** Pixels of bands: for each, frames of rows of red, green and blue bytes. */
  List<byte[]> decode(Scratch scratch, List<Band> bands) {
    int columns = NEIGHBOURS * config.channels();
    int rows = bands.stream().mapToInt(Band::tokens).sum();
    float[] gathered = new float[rows * columns];
    int row = 0;
    for (Band band : bands) {
      row = gather(band, gathered, row);
    }
    float[] outputs = scratch.times(scratch.copyOf(gathered), patches, rows).toArray(JAVA_FLOAT);
    return pixels(bands, outputs);
  }

  /** One pixel a token, without its neighbours: quick to make, to look at while steps go on. */
  byte[] preview(Kernels kernels, Tensor latent) {
    try (Arena arena = Arena.ofConfined()) {
      Scratch scratch = new Scratch(kernels, arena);
      MemorySegment tokens = scratch.copyOf(latent.toArray());
      float[] colours = scratch.times(tokens, preview, latent.rows()).toArray(JAVA_FLOAT);
      byte[] bytes = new byte[colours.length];
      for (int i = 0; i < bytes.length; i++) {
        bytes[i] = brightness(colours[i]);
      }
      return bytes;
    }
  }

  private int gather(Band band, float[] into, int firstRow) {
    int row = firstRow;
    for (int frame = 0; frame < band.frames(); frame++) {
      for (int y = 0; y < band.rows(); y++) {
        for (int x = 0; x < band.width(); x++, row++) {
          neighbours(band, frame, y, x, into, row * NEIGHBOURS * config.channels());
        }
      }
    }
    return row;
  }

  private void neighbours(Band band, int frame, int y, int x, float[] into, int from) {
    int channels = config.channels();
    int at = from;
    for (int dy = 0; dy < 3; dy++) {
      for (int dx = -1; dx <= 1; dx++) {
        boolean inside = x + dx >= 0 && x + dx < band.width();
        int token = (frame * (band.rows() + 2) + y + dy) * band.width() + x + dx;
        for (int c = 0; c < channels; c++) {
          into[at++] = inside ? band.latents().at(token * channels + c) : 0;
        }
      }
    }
  }

  private static List<byte[]> pixels(List<Band> bands, float[] outputs) {
    List<byte[]> pixels = new ArrayList<>();
    int from = 0;
    for (Band band : bands) {
      byte[] bytes = new byte[band.tokens() * Costs.outputsPerToken()];
      for (int token = 0; token < band.tokens(); token++) {
        patch(outputs, from, bytes, token, band.width());
        from += Costs.outputsPerToken();
      }
      pixels.add(bytes);
    }
    return pixels;
  }

  private static void patch(float[] outputs, int from, byte[] bytes, int token, int width) {
    int row = token / width;
    int column = token % width;
    int stride = width * VideoConfig.PATCH * VideoConfig.COLOURS;
    int at = from;
    for (int dy = 0; dy < VideoConfig.PATCH; dy++) {
      int into =
          (row * VideoConfig.PATCH + dy) * stride
              + column * VideoConfig.PATCH * VideoConfig.COLOURS;
      for (int i = 0; i < VideoConfig.PATCH * VideoConfig.COLOURS; i++) {
        bytes[into + i] = brightness(outputs[at++]);
      }
    }
  }

  private static byte brightness(float value) {
    return (byte) StrictMath.round(255 / (1 + StrictMath.exp(-(double) value)));
  }
}
