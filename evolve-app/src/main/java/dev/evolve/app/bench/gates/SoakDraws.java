package dev.evolve.app.bench.gates;

import dev.evolve.gates.statistics.trend.SoakCurve;
import java.util.SplittableRandom;

/**
 * Soaks of 8 h, one sample every 30 s, drawn as real ones look: 2,048 MB with a warm-up of 3 to 12
 * % (time constant 10 to 60 minutes), the sawtooth of a garbage collector, autocorrelated noise,
 * and in 15 % of them one step of 5 to 25 MB where a cache fills.
 */
final class SoakDraws {

  /** Level of memory, in MB. */
  static final double LEVEL = 2048;

  static final double HOURS = 8;
  private static final int SAMPLES = 960;
  private static final double STEPS = 0.15;
  private static final double WORK_PER_HOUR = 1e6;

  private final SplittableRandom random;

  SoakDraws(long seed) {
    this.random = new SplittableRandom(seed);
  }

  /** A process: what of its memory does not depend on the moment. */
  record Process(
      double warmUp,
      double warmUpHours,
      double sawtoothHours,
      double sawtooth,
      double memory,
      double noise,
      int stepAt,
      double step) {}

  Process process() {
    double warmUp = uniform(0.03, 0.12);
    double warmUpHours = uniform(1 / 6.0, 1);
    double sawtoothHours = uniform(0.05, 0.4);
    double sawtooth = uniform(10, 60);
    double memory = uniform(0.8, 0.97);
    double noise = uniform(1, 4);
    boolean steps = random.nextDouble() < STEPS;
    return new Process(
        warmUp,
        warmUpHours,
        sawtoothHours,
        sawtooth,
        memory,
        noise,
        steps ? random.nextInt(200, 900) : SAMPLES,
        steps ? uniform(5, 25) : 0);
  }

  /** A run of a process without a leak, in MB; each has noise and phase of its own. */
  double[] run(Process process) {
    double[] memory = disturbance(process, SAMPLES, HOURS / SAMPLES);
    for (int i = 0; i < SAMPLES; i++) {
      double hours = i * HOURS / SAMPLES;
      memory[i] +=
          LEVEL
              + LEVEL * process.warmUp * (1 - Math.exp(-hours / process.warmUpHours))
              + (i >= process.stepAt ? process.step : 0);
    }
    return memory;
  }

  /** Sawtooth and noise alone. */
  double[] disturbance(Process process, int samples, double hoursApart) {
    double[] memory = new double[samples];
    double phase = random.nextDouble();
    double noise = 0;
    for (int i = 0; i < samples; i++) {
      double turn = i * hoursApart / process.sawtoothHours + phase;
      noise =
          (i == 0 ? 0 : process.memory * noise)
              + (i == 0 ? 0 : process.noise * random.nextGaussian());
      memory[i] = process.sawtooth * (turn - Math.floor(turn)) + noise;
    }
    return memory;
  }

  int below(int bound) {
    return random.nextInt(bound);
  }

  private double uniform(double low, double high) {
    return low + (high - low) * random.nextDouble();
  }

  /** A run as a curve, with a leak in percent of the level per hour; work is done steadily. */
  static SoakCurve curve(double[] memory, double percentPerHour) {
    int samples = memory.length;
    double[] seconds = new double[samples];
    double[] leaking = new double[samples];
    double[] work = new double[samples];
    for (int i = 0; i < samples; i++) {
      double hours = i * HOURS / samples;
      seconds[i] = hours * 3600;
      leaking[i] = memory[i] + percentPerHour / 100 * LEVEL * hours;
      work[i] = hours * WORK_PER_HOUR;
    }
    return new SoakCurve(seconds, leaking, work);
  }
}
