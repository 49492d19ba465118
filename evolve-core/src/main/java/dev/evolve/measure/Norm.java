package dev.evolve.measure;

/**
 * Euclidean norm of numbers as they come. Squares are taken of numbers scaled by the largest so
 * far, so that neither huge nor subnormal ones leave the range of a double (the recurrence of
 * LAPACK's {@code dlassq}).
 */
final class Norm {

  private double scale;
  private double sum;

  void add(double number) {
    double magnitude = Math.abs(number);
    if (magnitude > scale) {
      double ratio = scale / magnitude;
      sum = 1 + sum * ratio * ratio;
      scale = magnitude;
    } else if (scale > 0) {
      double ratio = magnitude / scale;
      sum += ratio * ratio;
    }
  }

  double value() {
    return scale * Math.sqrt(sum);
  }
}
