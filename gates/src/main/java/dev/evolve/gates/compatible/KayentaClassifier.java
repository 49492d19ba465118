package dev.evolve.gates.compatible;

import dev.evolve.gates.compatible.KayentaClass.Label;
import dev.evolve.gates.compatible.KayentaMetric.Missing;
import java.util.Arrays;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;

/**
 * The metric classifier of Spinnaker Kayenta's judge: a metric is high or low if the confidence
 * interval of the shift between the two sides clears a share of the estimated shift, and the size
 * of the effect is at least the one allowed.
 *
 * <p>Source: spinnaker/kayenta, {@code MannWhitneyClassifier} and {@code NetflixACAJudge}; held to
 * the 33 cases of its {@code ClassifierSuite}.
 *
 * @param tolerance share of the estimated shift that the interval must clear; the judge uses 0.25
 * @param confidence of the interval; the judge uses 0.98
 * @param measure of the size of the effect
 * @param allowed sizes of the effect that are no news
 * @param critical sizes of the effect beyond which a critical metric fails the canary
 */
public record KayentaClassifier(
    double tolerance, double confidence, Measure measure, Sizes allowed, Sizes critical) {

  /** Spread of the noise put on two sides that are each constant, relative to their value. */
  private static final double NOISE = 1e-5;

  private static final long NOISE_SEED = 0;

  /** As the judge uses it where a configuration says nothing. */
  public static final KayentaClassifier DEFAULT =
      new KayentaClassifier(0.25, 0.98, Measure.MEAN_RATIO, Sizes.ANY, Sizes.ANY);

  /** How the size of an effect is told. */
  public enum Measure {
    /** Mean of the experiment over mean of the control. */
    MEAN_RATIO,
    /** Chance that a value of the experiment is above one of the control. */
    CLES
  }

  /**
   * A range of effect sizes.
   *
   * @param decrease a decrease counts from this size down
   * @param increase an increase counts from this size up
   */
  public record Sizes(double decrease, double increase) {

    /** Every effect counts. */
    public static final Sizes ANY = new Sizes(1, 1);
  }

  /** Classifies the experiment against the control; NaN is a missing value. */
  public KayentaClass classify(double[] control, double[] experiment, KayentaMetric metric) {
    double[] before = present(control, metric.missing());
    double[] after = present(experiment, metric.missing());
    if (before.length == 0 || after.length == 0) {
      return withoutData(metric);
    }
    if (isEqual(before, after) || isConstant(before, after)) {
      return KayentaClass.of(Label.PASS);
    }
    return compare(Untied.of(before, after), metric);
  }

  private static double[] present(double[] values, Missing missing) {
    return missing == Missing.REMOVE
        ? Arrays.stream(values).filter(value -> !Double.isNaN(value)).toArray()
        : Arrays.stream(values).map(value -> Double.isNaN(value) ? 0 : value).toArray();
  }

  private static KayentaClass withoutData(KayentaMetric metric) {
    if (metric.missing() == Missing.REPLACE) {
      return KayentaClass.of(Label.PASS);
    }
    return metric.dataRequired() && !metric.critical()
        ? KayentaClass.of(Label.NODATA_FAIL_METRIC)
        : new KayentaClass(Label.NODATA, metric.critical());
  }

  private static boolean isEqual(double[] before, double[] after) {
    return Arrays.equals(
        Arrays.stream(before).sorted().toArray(), Arrays.stream(after).sorted().toArray());
  }

  private static boolean isConstant(double[] before, double[] after) {
    return isConstant(before) && isConstant(after) && before[0] == after[0];
  }

  private static boolean isConstant(double[] values) {
    return Arrays.stream(values).allMatch(value -> value == values[0]);
  }

  private KayentaClass compare(Untied sides, KayentaMetric metric) {
    Optional<RankSumShift> shift =
        RankSumShift.of(sides.control(), sides.experiment(), confidence());
    if (shift.isEmpty()) {
      return KayentaClass.of(Label.ERROR);
    }
    double effect = effect(sides.control(), sides.experiment());
    Label label = label(shift.get(), effect, allowed(), metric);
    boolean isCritical =
        metric.critical()
            && label != Label.PASS
            && label(shift.get(), effect, critical(), metric) != Label.PASS;
    return new KayentaClass(label, isCritical);
  }

  private Label label(RankSumShift shift, double effect, Sizes sizes, KayentaMetric metric) {
    double margin = tolerance() * Math.abs(shift.estimate());
    boolean isUnknown = Double.isNaN(effect);
    if (metric.direction().hasIncrease()
        && shift.low() > margin
        && (isUnknown || effect >= sizes.increase())) {
      return Label.HIGH;
    }
    return metric.direction().hasDecrease()
            && shift.high() < -margin
            && (isUnknown || effect <= sizes.decrease())
        ? Label.LOW
        : Label.PASS;
  }

  /** The size of the effect; NaN where the measure says nothing. */
  private double effect(double[] control, double[] experiment) {
    if (measure() == Measure.CLES) {
      return RankSumShift.superiority(control, experiment);
    }
    double before = mean(control);
    double after = mean(experiment);
    return before == 0 || after == 0 ? Double.NaN : after / before;
  }

  private static double mean(double[] values) {
    return Arrays.stream(values).average().orElse(Double.NaN);
  }

  /** The two sides; with a little noise where each is constant, for the test has no spread then. */
  private record Untied(double[] control, double[] experiment) {

    static Untied of(double[] control, double[] experiment) {
      if (!isConstant(control) || !isConstant(experiment)) {
        return new Untied(control, experiment);
      }
      SplittableRandom random = new SplittableRandom(NOISE_SEED);
      DoubleUnaryOperator noisy = value -> value + random.nextGaussian() * Math.abs(value) * NOISE;
      return new Untied(
          Arrays.stream(control).map(noisy).toArray(),
          Arrays.stream(experiment).map(noisy).toArray());
    }
  }
}
