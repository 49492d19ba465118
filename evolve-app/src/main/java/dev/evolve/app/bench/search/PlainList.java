package dev.evolve.app.bench.search;

import dev.evolve.search.History;
import dev.evolve.search.Strategy;
import dev.evolve.search.Suggestion;
import dev.evolve.search.Trial;
import dev.evolve.search.prior.KnownSpace;
import dev.evolve.search.prior.KnownTrial;
import dev.evolve.search.prior.Prior;
import dev.evolve.search.space.FeasibleSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * The rival with a memory: walks the list of configurations by their mean time relative to the best
 * elsewhere, whatever it finds here. One that failed or is unknown elsewhere counts as the worst
 * there.
 */
final class PlainList implements Strategy {

  private final Prior prior;
  private List<Integer> order = List.of();
  private int next;

  PlainList(Prior prior) {
    this.prior = prior;
  }

  @Override
  public String name() {
    return "plain-list";
  }

  @Override
  public Optional<Suggestion> suggest(History history, RandomGenerator random) {
    FeasibleSet listed = history.space().listed().orElseThrow();
    if (order.isEmpty()) {
      order = ordered(history, listed);
    }
    while (next < order.size() && history.isKnown(listed.at(order.get(next)))) {
      next++;
    }
    return next == order.size()
        ? Optional.empty()
        : Optional.of(new Suggestion(listed.at(order.get(next)), name(), "next on the list"));
  }

  private List<Integer> ordered(History history, FeasibleSet listed) {
    double[] sums = new double[listed.size()];
    for (KnownSpace source : prior.sources()) {
      Map<List<String>, Double> ratios = ratios(source);
      double worst = ratios.values().stream().mapToDouble(Double::doubleValue).max().orElse(1);
      for (int row = 0; row < sums.length; row++) {
        List<String> values = new ArrayList<>();
        Map<String, String> here = history.space().values(listed.at(row));
        source.parameters().forEach(name -> values.add(here.getOrDefault(name, "")));
        sums[row] += ratios.getOrDefault(values, worst);
      }
    }
    Integer[] rows = new Integer[sums.length];
    Arrays.setAll(rows, row -> row);
    Arrays.sort(rows, java.util.Comparator.comparingDouble(row -> sums[row]));
    return List.of(rows);
  }

  private static Map<List<String>, Double> ratios(KnownSpace source) {
    double best =
        source.trials().stream()
            .filter(trial -> !trial.hasFailed())
            .mapToDouble(KnownTrial::value)
            .min()
            .orElse(1);
    Map<List<String>, Double> ratios = new HashMap<>();
    for (KnownTrial trial : source.trials()) {
      if (!trial.hasFailed()) {
        ratios.put(trial.values(), trial.value() / best);
      }
    }
    return ratios;
  }

  @Override
  public void observe(Trial trial, History history, RandomGenerator random) {}
}
