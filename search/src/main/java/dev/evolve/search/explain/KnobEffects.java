package dev.evolve.search.explain;

import dev.evolve.search.History;
import dev.evolve.search.Trial;
import dev.evolve.search.space.Point;
import dev.evolve.search.space.Space;
import java.util.List;

/**
 * What each value of each parameter, and each pair of values, does to the (logarithm of the) value,
 * all else equal: for a memory to keep and to look up when another space has the same values. Below
 * 0 is better, since values are minimised.
 *
 * <p>Effects are those of an additive model fitted to all trials at once, so that a value that a
 * search visits together with other good values is not credited with theirs. They are shrunk
 * towards 0 by as much as the trials themselves ask for (ridge regression with the penalty of the
 * greatest evidence, MacKay: Bayesian Interpolation, 1992); pairs are fitted to what is left. These
 * effects are named, have errors, and are made to be kept and read; {@link
 * dev.evolve.search.prior.KnobEffects} is the quicker fit over numbered values by which a prior
 * stands in for points that were not measured.
 *
 * @param scale LOG: an effect of 0.1 is a value e<sup>0.1</sup> times as large
 * @param trials measured points it rests on
 * @param mean of the model, on the scale
 * @param residual standard deviation of what the values of single parameters do not explain
 * @param cells most cells of a parameter: beyond them neighbouring values share one
 * @param values single effects; those of one parameter sum to 0
 * @param pairs of two parameters' values, met together at least twice; the strongest first, at most
 *     {@value #MOST_PAIRS}
 */
public record KnobEffects(
    Scale scale,
    int trials,
    double mean,
    double residual,
    int cells,
    List<ValueEffect> values,
    List<PairEffect> pairs) {

  /** The most pairs that are kept. */
  public static final int MOST_PAIRS = 1_000;

  /**
   * The effect of one value.
   *
   * @param parameter name; {@code name[item]} for the position of an item of a permutation
   * @param value canonical text; a range where neighbouring values share a cell
   * @param effect on the scale
   * @param standardError of the effect
   * @param count measured points that had the value
   * @param failures points that had it and failed
   */
  public record ValueEffect(
      String parameter,
      String value,
      double effect,
      double standardError,
      int count,
      int failures) {}

  /**
   * The effect of two values together beyond their own.
   *
   * @param first name of one parameter
   * @param firstValue its value
   * @param second name of the other
   * @param secondValue its value
   * @param effect on the scale
   * @param standardError of the effect
   * @param count measured points that had both
   */
  public record PairEffect(
      String first,
      String firstValue,
      String second,
      String secondValue,
      double effect,
      double standardError,
      int count) {}

  public KnobEffects {
    values = List.copyOf(values);
    pairs = List.copyOf(pairs);
  }

  /** The effects that the trials of a search show. */
  public static KnobEffects of(History history) {
    return of(history.space(), history.trials());
  }

  /** The effects that trials of a space show; without effects if fewer than two were measured. */
  public static KnobEffects of(Space space, List<Trial> trials) {
    return KnobEffectsFit.of(space, trials);
  }

  /**
   * What the effects say of a point of this or another space, on the scale: the mean and the
   * effects of the values that are known by name and text.
   */
  public double predict(Space space, Point point) {
    return new KnobEffectsLookup(this, space).predict(point);
  }

  /** A lookup for many points of one space. */
  public java.util.function.ToDoubleFunction<Point> predictor(Space space) {
    return new KnobEffectsLookup(this, space)::predict;
  }
}
