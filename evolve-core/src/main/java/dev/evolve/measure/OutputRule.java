package dev.evolve.measure;

import dev.evolve.pack.BenchPack.Output;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * When an output agrees with the baseline's: NaN and infinities in the same places and of the same
 * sign, whole numbers equal, a norm of the difference within the tolerance, and no element further
 * off than a number of units in the last place.
 *
 * <p>Norm and units are relative to the scenario: the larger of the round's own norm and the root
 * mean square of the norms of all rounds. A single number that happens to cancel is not held to the
 * precision of its remainder; a large output is not affected.
 *
 * @param output what the pack says of its output
 * @param tolerance largest relative L2 distance
 * @param ulps largest difference of an element in units of the last place
 */
public record OutputRule(Output output, double tolerance, double ulps) {

  /** A tolerance is at least this many times the noise of the baseline itself. */
  public static final double NOISE_FACTOR = 10;

  /** On hostile values, of which the noise differs much from seed to seed. */
  public static final double HOSTILE_NOISE_FACTOR = 100;

  /** The rule as the pack states it. */
  public static OutputRule of(Output output) {
    return atLeast(output, 0);
  }

  /**
   * The rule with a tolerance that is never below what the baseline's noise allows; the units in
   * the last place grow with it.
   *
   * @param output what the pack says of its output
   * @param least the smallest tolerance that means something
   */
  public static OutputRule atLeast(Output output, double least) {
    double tolerance = Math.max(output.tolerance(), least);
    Double declared = output.demands().ulps();
    double widened = Math.max(1, tolerance / Math.max(usual(output), Double.MIN_NORMAL));
    double ulps =
        declared == null ? output.dtype().defaultUlps() * widened : Math.max(1, widened) * declared;
    return new OutputRule(output, tolerance, ulps);
  }

  /** A pack that states units in the last place has weighed them against its own tolerance. */
  private static double usual(Output output) {
    return output.demands().ulps() == null
        ? output.dtype().defaultTolerance()
        : Math.max(output.tolerance(), output.dtype().defaultTolerance());
  }

  /** The rule for choosing by: what only the noise of the baseline could explain passes. */
  public static OutputRule forScreening(Output output) {
    OutputRule stated = of(output);
    return output.demands().reference().isEmpty()
        ? stated
        : new OutputRule(output, NOISE_FACTOR * stated.tolerance, NOISE_FACTOR * stated.ulps);
  }

  /** Root mean square of the norms of the baseline over the rounds of a scenario. */
  public static double typicalNorm(List<ParityObservation> rounds) {
    Norm norms = new Norm();
    rounds.stream()
        .flatMap(round -> Optional.ofNullable(round.magnitude()).stream())
        .forEach(magnitude -> norms.add(magnitude.baselineNorm()));
    return norms.value() / Math.sqrt(Math.max(1, rounds.size()));
  }

  /** The relative L2 distance as it is judged; NaN if there is none. */
  public double distance(ParityObservation observation, double typicalNorm) {
    ParityObservation.Magnitude magnitude = observation.magnitude();
    if (magnitude == null) {
      return Double.NaN;
    }
    double difference = magnitude.differenceNorm();
    double scale =
        Math.max(magnitude.baselineNorm(), typicalNorm)
            * coarseness(output.dtype(), magnitude.rootMeanSquare());
    return difference == 0 ? 0 : difference / scale;
  }

  /**
   * How much coarser than usual numbers of this magnitude are kept: above 1 among the subnormals,
   * whose spacing does not shrink with them.
   */
  public static double coarseness(Output.Dtype dtype, double magnitude) {
    return magnitude > 0
        ? Math.max(1, dtype.ulp(magnitude) / magnitude / (2 * dtype.unitRoundoff()))
        : 1;
  }

  /** The units in the last place as they are judged; NaN if there are none. */
  public double units(ParityObservation observation, double typicalNorm) {
    ParityObservation.Magnitude magnitude = observation.magnitude();
    if (magnitude == null) {
      return Double.NaN;
    }
    boolean cancelled = magnitude.baselineNorm() < typicalNorm;
    return cancelled ? magnitude.ulps() * magnitude.baselineNorm() / typicalNorm : magnitude.ulps();
  }

  /**
   * What is wrong with an output.
   *
   * @param text in words
   * @param value the figure that is too large; NaN if it is no matter of a figure
   * @param limit what it may be at most
   * @param unit unit of both; {@code 1} for a ratio
   */
  public record Breach(String text, double value, double limit, String unit) {

    static Optional<Breach> of(String text) {
      return Optional.of(new Breach(text, Double.NaN, Double.NaN, ""));
    }
  }

  /**
   * What is wrong with an output, if anything is.
   *
   * @param observation the output
   * @param typicalNorm see {@link #typicalNorm}
   * @param mayBeEndless true if an output without any finite element can agree, as on infinities
   */
  public Optional<Breach> breach(
      ParityObservation observation, double typicalNorm, boolean mayBeEndless) {
    if (!observation.problem().isEmpty()) {
      return Breach.of(observation.problem());
    }
    if (observation.elements() <= 0) {
      return Breach.of("an empty output");
    }
    if (observation.nonFiniteMismatches() != 0) {
      return Optional.of(
          new Breach(
              observation.nonFiniteMismatches()
                  + " elements that are NaN or infinite in one output only, or of another sign",
              observation.nonFiniteMismatches(),
              0,
              "elements"));
    }
    if (output.wantsEqualBytes()) {
      return observation.bitwiseEqual() ? Optional.empty() : Breach.of(unequal(observation));
    }
    if (observation.magnitude() == null) {
      return mayBeEndless ? Optional.empty() : Breach.of("no finite element");
    }
    return tooFar(observation, typicalNorm);
  }

  private static String unequal(ParityObservation observation) {
    return "bytes that differ, by " + observation.maximumAbsolute() + " at most";
  }

  private Optional<Breach> tooFar(ParityObservation observation, double typicalNorm) {
    double distance = distance(observation, typicalNorm);
    if (!(distance >= 0 && distance <= tolerance)) {
      String text = String.format(Locale.ROOT, "relative L2 error %.3g", distance);
      return Optional.of(new Breach(text, distance, tolerance, "1"));
    }
    double units = units(observation, typicalNorm);
    if (!(units >= 0 && units <= ulps)) {
      String text =
          String.format(Locale.ROOT, "an element that is %.4g units in the last place off", units);
      return Optional.of(new Breach(text, units, ulps, "ulp"));
    }
    return Optional.empty();
  }

  /** What is wanted, in words. */
  public String limit() {
    return output.wantsEqualBytes()
        ? "every byte equal"
        : String.format(
            Locale.ROOT,
            "relative L2 error of at most %.3g, no element more than %.4g units in the last place off",
            tolerance,
            ulps);
  }
}
