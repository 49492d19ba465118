package dev.evolve.search.strategy;

import dev.evolve.search.Strategy;
import dev.evolve.search.process.ProcessStrategy;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** The strategies by name. */
public final class Strategies {

  /** The one to use where nobody asks for another. */
  public static final String DEFAULT = "portfolio";

  private static final Map<String, Supplier<Strategy>> BY_NAME = new LinkedHashMap<>();

  static {
    BY_NAME.put(PortfolioStrategy.NAME, PortfolioStrategy::new);
    BY_NAME.put(ForestStrategy.NAME, ForestStrategy::new);
    BY_NAME.put(AnnealingStrategy.NAME, AnnealingStrategy::new);
    BY_NAME.put(GeneticStrategy.NAME, GeneticStrategy::new);
    BY_NAME.put(DifferentialEvolutionStrategy.NAME, DifferentialEvolutionStrategy::new);
    BY_NAME.put(LocalSearchStrategy.NAME, LocalSearchStrategy::new);
    BY_NAME.put(ParzenStrategy.NAME, ParzenStrategy::new);
    BY_NAME.put("random", RandomStrategy::new);
    BY_NAME.put(ProcessStrategy.NAME, ProcessStrategy::new);
  }

  private Strategies() {}

  /** All names, the default first. */
  public static List<String> names() {
    return List.copyOf(BY_NAME.keySet());
  }

  /**
   * A fresh strategy.
   *
   * @throws IllegalArgumentException naming the strategies there are, if it is none of them
   */
  public static Strategy create(String name) {
    Supplier<Strategy> strategy = BY_NAME.get(name);
    if (strategy == null) {
      throw new IllegalArgumentException(
          "no strategy '" + name + "'; there are " + String.join(", ", names()));
    }
    return strategy.get();
  }
}
