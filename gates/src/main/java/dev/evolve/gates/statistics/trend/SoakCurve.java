package dev.evolve.gates.statistics.trend;

import java.util.Optional;

/**
 * Memory of one arm over a soak: samples in the order in which they were taken. Nothing is checked
 * when it is made, so that what a machine recorded can always be held; {@link #problem} says why it
 * cannot be judged.
 *
 * @param seconds time of each sample since the start of the soak, in seconds
 * @param memory what was held then, in one unit throughout, such as bytes
 * @param work units of work done since the start, never falling
 */
public record SoakCurve(double[] seconds, double[] memory, double[] work) {

  /** A curve has a gap where two samples are further apart than this many times the median. */
  private static final double GAP = 4;

  /** A scheduler may hold a sample back for so long. */
  private static final double HICCUP_SECONDS = 2;

  public SoakCurve {
    seconds = seconds.clone();
    memory = memory.clone();
    work = work.clone();
  }

  @Override
  public double[] seconds() {
    return seconds.clone();
  }

  @Override
  public double[] memory() {
    return memory.clone();
  }

  @Override
  public double[] work() {
    return work.clone();
  }

  /** Number of samples. */
  public int size() {
    return seconds.length;
  }

  /** Time from the first sample to the last, in hours; 0 without samples. */
  public double hours() {
    return size() < 2 ? 0 : (seconds[size() - 1] - seconds[0]) / 3600;
  }

  /** Work done between the first sample and the last. */
  public double workDone() {
    return size() < 2 ? 0 : work[size() - 1] - work[0];
  }

  /**
   * Why no verdict can rest on this curve; empty if one can.
   *
   * @param minimumSamples fewest samples that carry a verdict
   */
  public Optional<String> problem(int minimumSamples) {
    if (memory.length != size() || work.length != size()) {
      return Optional.of(
          "%d times, %d values of memory and %d of work; as many of each were wanted"
              .formatted(size(), memory.length, work.length));
    }
    if (size() < minimumSamples) {
      return Optional.of(size() + " samples; at least " + minimumSamples + " were wanted");
    }
    for (int i = 0; i < size(); i++) {
      Optional<String> bad = sampleProblem(i);
      if (bad.isPresent()) {
        return bad;
      }
    }
    return gap().or(this::standstill);
  }

  private Optional<String> sampleProblem(int i) {
    if (!Double.isFinite(seconds[i]) || !Double.isFinite(work[i])) {
      return Optional.of("sample " + i + " has no finite time or work");
    }
    if (!(memory[i] > 0) || Double.isInfinite(memory[i])) {
      return Optional.of("sample " + i + " has memory " + memory[i] + "; more than 0 was wanted");
    }
    if (i > 0 && !(seconds[i] > seconds[i - 1])) {
      return Optional.of(
          "sample %d is at %s s after one at %s s; rising times were wanted"
              .formatted(i, seconds[i], seconds[i - 1]));
    }
    if (i > 0 && work[i] < work[i - 1]) {
      return Optional.of(
          "work falls from %s to %s at sample %d".formatted(work[i - 1], work[i], i));
    }
    return Optional.empty();
  }

  private Optional<String> gap() {
    double[] steps = new double[size() - 1];
    double widest = 0;
    for (int i = 0; i < steps.length; i++) {
      steps[i] = seconds[i + 1] - seconds[i];
      widest = Math.max(widest, steps[i]);
    }
    double usual = TheilSen.median(steps);
    return widest > Math.max(HICCUP_SECONDS, GAP * usual)
        ? Optional.of("a gap of %.3g s where samples are %.3g s apart".formatted(widest, usual))
        : Optional.empty();
  }

  /** A counter that stands still for an eighth of the soak belongs to a run that hangs. */
  private Optional<String> standstill() {
    double last = seconds[0];
    double longest = 0;
    for (int i = 1; i < size(); i++) {
      if (work[i] > work[i - 1]) {
        last = seconds[i];
      }
      longest = Math.max(longest, seconds[i] - last);
    }
    return longest > Math.max(HICCUP_SECONDS, hours() * 3600 / 8)
        ? Optional.of(
            "no work was done for %.3g s in a row: it hangs or is stale".formatted(longest))
        : Optional.empty();
  }
}
