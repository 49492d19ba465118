package dev.evolve.search.budget;

import dev.evolve.search.Outcome;
import dev.evolve.search.Trial;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * When to stop: once the improvement that one more evaluation is expected to bring is worth less
 * than the evaluation costs.
 *
 * <p>What is expected comes from the record process of the search itself, and from nothing that it
 * would have to believe about the space. Among draws that are alike the chance of a record falls as
 * one over the number of draws (N. Glick, Breaking Records and Breaking Boards, American
 * Mathematical Monthly 85(1), 1978), so each doubling of the evaluations brings about as much as
 * the last one: the gain since half of the evaluations, spread over the next doubling, is one
 * estimate. The other takes the last gain to be the next and its chance to be one over the
 * evaluations. The larger one counts. It does not foresee a jump: where a search sits in a poor
 * corner and would have left it later, stopping costs what the jump would have brought.
 *
 * @param worthOfPercent what an improvement of one percent is worth, in the unit of the price
 * @param pricePerSecond of a second of evaluation, build and run; 0 if only evaluations cost
 * @param pricePerEvaluation on top, such as a reviewer's or a queue's
 * @param minimumEvaluations before which it never stops
 */
public record StoppingRule(
    double worthOfPercent,
    double pricePerSecond,
    double pricePerEvaluation,
    int minimumEvaluations) {

  public StoppingRule {
    notNegative("worthOfPercent", worthOfPercent);
    notNegative("pricePerSecond", pricePerSecond);
    notNegative("pricePerEvaluation", pricePerEvaluation);
    if (minimumEvaluations < 1) {
      throw new IllegalArgumentException(
          "minimumEvaluations is at least 1, not " + minimumEvaluations);
    }
  }

  private static void notNegative(String name, double value) {
    if (!(value >= 0) || Double.isInfinite(value)) {
      throw new IllegalArgumentException(name + " is zero or more and finite, not " + value);
    }
  }

  /**
   * Whether to stop, and why.
   *
   * @param isStop true if more evaluations do not pay
   * @param expectedPercent improvement expected of the next evaluation, percent of the best value
   * @param worth of that
   * @param price of the next evaluation
   * @param sentence for people, with the figures
   */
  public record Decision(
      boolean isStop, double expectedPercent, double worth, double price, String sentence) {}

  /** A best value so far: at which evaluation, from 1, and by how many percent it was better. */
  private record BestSoFar(int evaluation, double percent) {}

  /** Looks at what was told so far, oldest first. */
  public Decision decide(List<Trial> trials) {
    List<BestSoFar> records = records(trials);
    double price = price(trials);
    if (records.isEmpty()) {
      return early(trials, price, "nothing has worked yet");
    }
    double percent = expected(records, trials.size());
    if (trials.size() < minimumEvaluations) {
      return early(
          trials, price, "at least " + minimumEvaluations + " evaluations are to be made first");
    }
    double worth = percent * worthOfPercent;
    boolean isStop = worth < price;
    return new Decision(
        isStop,
        percent,
        worth,
        price,
        sentence(isStop, records.getLast(), trials.size(), percent, worth, price));
  }

  private static Decision early(List<Trial> trials, double price, String why) {
    return new Decision(
        false, Double.NaN, Double.NaN, price, "goes on after " + trials.size() + ": " + why);
  }

  private static String sentence(
      boolean isStop, BestSoFar last, int evaluations, double percent, double worth, double price) {
    return String.format(
        Locale.ROOT,
        "%s after %d evaluations: the last improvement was %.2f %%, %d evaluations ago; the next"
            + " one is expected to gain %.5f %%, worth %.4g, and costs %.4g",
        isStop ? "stops" : "goes on",
        evaluations,
        last.percent(),
        evaluations - last.evaluation(),
        percent,
        worth,
        price);
  }

  /** The mean price of the evaluations so far. */
  private double price(List<Trial> trials) {
    double seconds =
        trials.stream().mapToDouble(trial -> trial.cost().seconds()).average().orElse(0);
    return pricePerEvaluation + pricePerSecond * seconds;
  }

  private static double expected(List<BestSoFar> records, int evaluations) {
    if (records.size() == 1) {
      // There is no gain to go by yet: as if the first value had been one of 100 percent.
      return 100.0 / evaluations;
    }
    double gained = 0;
    for (BestSoFar record : records) {
      gained += record.evaluation() > evaluations / 2 ? record.percent() : 0;
    }
    double doubling = gained / (evaluations * Math.log(2));
    return Math.max(doubling, records.getLast().percent() / evaluations);
  }

  private static List<BestSoFar> records(List<Trial> trials) {
    List<BestSoFar> records = new ArrayList<>();
    double best = Double.POSITIVE_INFINITY;
    for (int i = 0; i < trials.size(); i++) {
      if (trials.get(i).outcome() instanceof Outcome.Measured measured) {
        if (measured.value() < best - noise(measured)) {
          double percent =
              Double.isInfinite(best) ? 0 : 100 * (best - measured.value()) / Math.abs(best);
          records.add(new BestSoFar(i + 1, percent));
        }
        best = Math.min(best, measured.value());
      }
    }
    return records;
  }

  /** Less than the error of the value is no improvement. */
  private static double noise(Outcome.Measured measured) {
    return Double.isNaN(measured.standardError()) ? 0 : measured.standardError();
  }
}
