package dev.evolve.search.explain;

import dev.evolve.search.History;
import java.util.List;

/**
 * Which parameters matter, and which together: the functional ANOVA of a random forest over the
 * measured trials, with permutation importance as a second opinion.
 *
 * <p>The share of a parameter is V<sub>i</sub> / (V + E): the variance of the forest's mean given
 * the parameter's value, over the variance of the forest plus its squared error on trials it has
 * not seen. The rest, E / (V + E), is what the trials do not determine; it is not spread over the
 * parameters.
 *
 * @param scale on which values were modelled
 * @param trials measured points the model rests on
 * @param explained share of the variance of unseen trials that the model predicts, at most 1; below
 *     0 if it predicts worse than their mean
 * @param measure over which points the feasible shares are taken, for people
 * @param parameters the most important first
 * @param interactions the strongest first, at most {@value #MOST_INTERACTIONS}
 * @param notes what a reader must know to believe the figures, sentences
 */
public record Importance(
    Scale scale,
    int trials,
    double explained,
    String measure,
    List<ParameterImportance> parameters,
    List<Interaction> interactions,
    List<String> notes) {

  /** The most interactions that are listed. */
  public static final int MOST_INTERACTIONS = 20;

  /** The fewest measured points from which importance is estimated. */
  public static final int FEWEST_TRIALS = 20;

  public Importance {
    parameters = List.copyOf(parameters);
    interactions = List.copyOf(interactions);
    notes = List.copyOf(notes);
  }

  /**
   * The importance that the trials of a search show; without parameters and with a note if fewer
   * than {@value #FEWEST_TRIALS} points are measured or nothing varies.
   *
   * @param seed of the bootstrap
   */
  public static Importance of(History history, long seed) {
    return Model.of(history.space(), history.trials(), seed).importance();
  }

  static Importance none(Scale scale, int trials, String why) {
    return new Importance(scale, trials, 0, "no points", List.of(), List.of(), List.of(why));
  }
}
