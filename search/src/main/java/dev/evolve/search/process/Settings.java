package dev.evolve.search.process;

import java.util.Arrays;

/**
 * The settings of the process, kept as logarithms: they are learned by moving each a little. The
 * defaults are what they are believed to be beforehand.
 */
final class Settings {

  private static final double[] BEFORE = {0, -0.7, -3, -1};
  private static final double[] SPREAD = {0.7, 0.7, 1, 0.7};
  private static final double RATE_BEFORE = -1.5;
  private static final double RATE_SPREAD = 0.7;

  private static final double NOTHING = -20;

  private final double[] logs;

  private Settings(double[] logs) {
    this.logs = logs;
  }

  static Settings before(int axes) {
    double[] logs = Arrays.copyOf(BEFORE, BEFORE.length + axes);
    Arrays.fill(logs, BEFORE.length, logs.length, RATE_BEFORE);
    return new Settings(logs);
  }

  /** How much like knobs share, against the noise and the features. */
  double scale() {
    return Math.exp(logs[0]);
  }

  /** How much the features explain. */
  double trust() {
    return Math.exp(logs[1]);
  }

  double noise() {
    return Math.exp(logs[2]);
  }

  /** Share of the knobs' effects that each has by itself. */
  double share() {
    double odds = Math.exp(logs[3]);
    return odds / (1 + odds);
  }

  double rate(int axis) {
    return Math.exp(logs[BEFORE.length + axis]);
  }

  int size() {
    return logs.length;
  }

  /** True if the setting is of the features. */
  static boolean isOfFeatures(int number) {
    return number == 1;
  }

  /** The same, but the features explain nothing. */
  Settings withoutFeatures() {
    return moved(1, NOTHING);
  }

  Settings moved(int number, double step) {
    double[] moved = logs.clone();
    moved[number] += step;
    return new Settings(moved);
  }

  /** Logarithm of how likely the settings were held to be beforehand, up to a constant. */
  double logPrior() {
    double sum = 0;
    for (int i = 0; i < logs.length; i++) {
      boolean isRate = i >= BEFORE.length;
      double off = logs[i] - (isRate ? RATE_BEFORE : BEFORE[i]);
      double spread = isRate ? RATE_SPREAD : SPREAD[i];
      sum -= off * off / (2 * spread * spread);
    }
    return sum;
  }
}
