package dev.evolve.search.process;

import java.util.List;

/**
 * Covariance of two points at given settings: a constant, what points with like knobs share (a
 * product over the knobs for what they do together, and a mean over the knobs for what each does by
 * itself), and what the features explain.
 */
final class Kernel {

  private static final double LEVEL = 9;

  private final List<Axis> axes;
  private final float[][] decays;
  private final double joint;
  private final double single;
  private final double linear;
  private final double noise;

  Kernel(List<Axis> axes, int features, Settings settings) {
    this.axes = axes;
    this.decays = new float[axes.size()][];
    for (int d = 0; d < decays.length; d++) {
      decays[d] = axes.get(d).decays(settings.rate(d));
    }
    double scale = settings.scale() * settings.scale();
    this.joint = scale * (1 - settings.share());
    this.single = decays.length == 0 ? 0 : scale * settings.share() / decays.length;
    this.linear = features == 0 ? 0 : settings.trust() * settings.trust() / features;
    this.noise = settings.noise() * settings.noise();
  }

  /** What a measurement adds to the variance. */
  double noise() {
    return noise;
  }

  /** Covariance of two points. */
  double of(Located one, Located other) {
    double together = 1;
    double alone = 0;
    for (int d = 0; d < decays.length; d++) {
      float near = decays[d][axes.get(d).apart(one.code(d), other.code(d))];
      together *= near;
      alone += near;
    }
    double same = 0;
    for (int f = 0; f < one.features().length; f++) {
      same += one.features()[f] * other.features()[f];
    }
    return LEVEL + joint * together + single * alone + linear * same;
  }

  /** Variance of a point before anything is measured. */
  double of(Located point) {
    return of(point, point);
  }

  /** Variance of a row of a pool before anything is measured. */
  float of(Pool pool, int row) {
    double squares = 0;
    for (int f = 0; f < pool.features(); f++) {
      squares += (double) pool.feature(f)[row] * pool.feature(f)[row];
    }
    return (float) (LEVEL + joint + single * decays.length + linear * squares);
  }

  /** Covariances of a point with some of a pool, in their order. */
  void row(Located point, Pool pool, int[] rows, float[] into) {
    int count = rows.length;
    float[] alone = new float[count];
    java.util.Arrays.fill(into, 0, count, 1f);
    for (int d = 0; d < decays.length; d++) {
      float[] near = near(d, point, pool);
      int[] codes = pool.codes(d);
      for (int i = 0; i < count; i++) {
        float value = near[codes[rows[i]]];
        into[i] *= value;
        alone[i] += value;
      }
    }
    float jointly = (float) joint;
    float singly = (float) single;
    for (int i = 0; i < count; i++) {
      into[i] = (float) LEVEL + jointly * into[i] + singly * alone[i];
    }
    for (int f = 0; f < point.features().length; f++) {
      addFeature((float) (linear * point.features()[f]), pool.feature(f), rows, into);
    }
  }

  /** Correlations of a point with each distinct code of the pool. */
  private float[] near(int axis, Located point, Pool pool) {
    int[] distinct = pool.distinct(axis);
    float[] near = new float[distinct.length];
    for (int i = 0; i < near.length; i++) {
      near[i] = decays[axis][axes.get(axis).apart(point.code(axis), distinct[i])];
    }
    return near;
  }

  private static void addFeature(float factor, float[] feature, int[] rows, float[] into) {
    for (int i = 0; i < rows.length; i++) {
      into[i] += factor * feature[rows[i]];
    }
  }
}
