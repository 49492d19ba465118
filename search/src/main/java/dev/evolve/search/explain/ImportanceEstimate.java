package dev.evolve.search.explain;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Makes {@link Importance} of a forest: the whole for the estimates, its bags for the spread. */
final class ImportanceEstimate {

  /** Pairs are looked for among this many features, those that matter most. */
  private static final int PAIRED = 8;

  /** Exact decompositions take their time; these many show the spread. */
  private static final int PRODUCT_BAGS = 20;

  private final Forest forest;
  private final List<Feature> features;
  private final double[] weights;
  private final double error;
  private final Decomposition whole;
  private final List<Decomposition> bags = new ArrayList<>();
  private final List<Decomposition> products = new ArrayList<>();
  private final int[] paired;
  private final double[][] permuted;

  private ImportanceEstimate(
      Forest forest, List<Feature> features, Landscape landscape, long seed) {
    this.forest = forest;
    this.features = features;
    this.permuted = PermutationImportance.byBag(forest, seed);
    int[][] cells = Table.cells(features, landscape.points());
    double[][] predictions = forest.predictions(cells, landscape.points().size());
    this.weights = forest.weights(cells, landscape.points().size());
    this.error = forest.squaredError(weights);
    int[] sizes = forest.table().sizes();
    FeasibleAnova anova = new FeasibleAnova(sizes, cells, landscape.isSample());
    double[] mean = Forest.mean(predictions);
    this.paired = paired(anova.of(mean, new int[0]));
    this.whole = anova.of(mean, paired);
    for (int bag = 0; bag < predictions.length; bag++) {
      bags.add(anova.of(predictions[bag], paired));
    }
    for (Forest.Bag bag : forest.bags().subList(0, Math.min(PRODUCT_BAGS, predictions.length))) {
      products.add(ProductAnova.of(bag, sizes, paired));
    }
  }

  static ImportanceEstimate of(
      Forest forest, List<Feature> features, Landscape landscape, long seed) {
    return new ImportanceEstimate(forest, features, landscape, seed);
  }

  /** What each feature explains alone over the feasible points, for a forest of any target. */
  static Map<String, Interval> firsts(Forest forest, List<Feature> features, Landscape landscape) {
    int[][] cells = Table.cells(features, landscape.points());
    double[][] predictions = forest.predictions(cells, landscape.points().size());
    FeasibleAnova anova = new FeasibleAnova(forest.table().sizes(), cells, landscape.isSample());
    Decomposition whole = anova.of(Forest.mean(predictions), new int[0]);
    List<Decomposition> bags =
        Arrays.stream(predictions).map(bag -> anova.of(bag, new int[0])).toList();
    double[] weights = forest.weights(cells, landscape.points().size());
    double total = whole.total() + forest.squaredError(weights);
    Map<String, Interval> shares = new LinkedHashMap<>();
    for (int i = 0; i < features.size(); i++) {
      int feature = i;
      double spread = spread(bags.stream().mapToDouble(bag -> bag.share(feature)).toArray());
      double share = total > 0 ? whole.first()[feature] / total : 0;
      shares.put(features.get(feature).name(), Interval.around(share, spread, 0, 1));
    }
    return shares;
  }

  private int[] paired(Decomposition firsts) {
    double[] weights = new double[features.size()];
    for (int feature = 0; feature < weights.length; feature++) {
      weights[feature] = firsts.share(feature) + permutation(feature).estimate();
    }
    return IntStream.range(0, weights.length)
        .boxed()
        .sorted(Comparator.comparingDouble(feature -> -weights[feature]))
        .limit(PAIRED)
        .mapToInt(Integer::intValue)
        .sorted()
        .toArray();
  }

  /** The parameters, the most important first. */
  List<ParameterImportance> parameters() {
    List<ParameterImportance> parameters = new ArrayList<>();
    for (int i = 0; i < features.size(); i++) {
      int feature = i;
      double spread = spread(bags.stream().mapToDouble(bag -> bag.share(feature)).toArray());
      double alone = shareOf(whole.first()[feature], whole.total());
      parameters.add(
          new ParameterImportance(
              features.get(feature).name(),
              Interval.around(alone, spread, 0, 1),
              product(decomposition -> decomposition.first()[feature], 0),
              permutation(feature)));
    }
    parameters.sort(
        Comparator.comparingDouble(
            (ParameterImportance parameter) -> -parameter.alone().estimate()));
    return parameters;
  }

  /** The pairs, the strongest over the feasible points first. */
  List<Interaction> interactions() {
    List<Interaction> interactions = new ArrayList<>();
    for (int i = 0; i < paired.length; i++) {
      for (int j = i + 1; j < paired.length; j++) {
        interactions.add(interaction(paired[i], paired[j]));
      }
    }
    interactions.sort(Comparator.comparingDouble((Interaction pair) -> -pair.share().estimate()));
    return interactions.subList(0, Math.min(interactions.size(), Importance.MOST_INTERACTIONS));
  }

  private Interaction interaction(int one, int other) {
    double spread = spread(bags.stream().mapToDouble(bag -> bag.share(one, other)).toArray());
    double share = shareOf(whole.pair()[one][other], whole.total());
    return new Interaction(
        features.get(one).name(),
        features.get(other).name(),
        Interval.around(share, spread, -1, 1),
        product(decomposition -> decomposition.pair()[one][other], 0));
  }

  private Interval product(java.util.function.ToDoubleFunction<Decomposition> part, double least) {
    double[] shares =
        products.stream()
            .mapToDouble(bag -> shareOf(part.applyAsDouble(bag), bag.total()))
            .toArray();
    return Interval.around(Numbers.mean(shares), spread(shares), least, 1);
  }

  private Interval permutation(int feature) {
    double[] byBag = Arrays.stream(permuted).mapToDouble(bag -> bag[feature]).toArray();
    return Interval.around(Numbers.mean(byBag), spread(byBag), 0, 1);
  }

  private double shareOf(double part, double total) {
    return total + error > 0 ? part / (total + error) : 0;
  }

  private static double spread(double[] byBag) {
    return Math.sqrt(Numbers.variance(byBag));
  }

  /** One less the squared error on unseen rows over their variance, as feasible points weigh. */
  double explained() {
    double variance = Numbers.variance(forest.table().targets(), weights);
    return variance > 0 ? 1 - error / variance : 0;
  }

  /** How many evenly weighted trials the trials are worth (Kish's effective sample size). */
  double worth() {
    return 1 / Arrays.stream(weights).map(weight -> weight * weight).sum();
  }
}
