package dev.evolve.serving.video;

/**
 * Fixed features of a number: sines and cosines at frequencies that fall geometrically (Vaswani et
 * al. 2017).
 */
final class Sinusoids {

  private Sinusoids() {}

  /**
   * Sines, then cosines.
   *
   * @param top highest frequency, in radians for a unit of {@code value}
   * @param ratio highest over lowest frequency
   */
  static float[] of(double value, int width, double top, double ratio) {
    float[] features = new float[width];
    int half = width / 2;
    for (int i = 0; i < half; i++) {
      double angle = value * top * StrictMath.pow(ratio, -(double) i / half);
      features[i] = (float) StrictMath.sin(angle);
      features[half + i] = (float) StrictMath.cos(angle);
    }
    return features;
  }
}
