package dev.evolve.search.strategy;

import dev.evolve.search.History;
import dev.evolve.search.Outcome;
import dev.evolve.search.Strategy;
import dev.evolve.search.Suggestion;
import dev.evolve.search.Trial;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/**
 * Shares the evaluations among strategies: each member sees every trial, and the one that proposes
 * next is drawn by what its proposals were worth lately (Thompson sampling with forgetting, Raj and
 * Kalyani 2017). Members begin with a belief in them that others have to disprove.
 */
public final class PortfolioStrategy implements Strategy {

  /** Its name. */
  public static final String NAME = "portfolio";

  /**
   * A member.
   *
   * @param strategy a fresh one
   * @param successes believed beforehand
   * @param failures believed beforehand
   */
  public record Entrant(Strategy strategy, double successes, double failures) {}

  record Settings(double memory, double top) {}

  private final Settings settings;
  private final List<Arm> arms = new ArrayList<>();
  private final Ranking ranking = new Ranking();

  /** One of all strategies that are quick, the forest in front. */
  public PortfolioStrategy() {
    this(
        List.of(
            new Entrant(new ForestStrategy(), 4, 4),
            new Entrant(new LocalSearchStrategy(), 0.5, 5),
            new Entrant(new GeneticStrategy(), 0.5, 5),
            new Entrant(new AnnealingStrategy(), 0.5, 5),
            new Entrant(new ParzenStrategy(), 0.5, 5)),
        new Settings(0.97, 0.05));
  }

  PortfolioStrategy(List<Entrant> entrants, Settings settings) {
    this.settings = settings;
    entrants.forEach(entrant -> arms.add(new Arm(entrant)));
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Optional<Suggestion> suggest(History history, RandomGenerator random) {
    List<Arm> order = order(random);
    for (Arm arm : order) {
      Optional<Suggestion> suggestion =
          arm.strategy().suggest(history, new SplittableRandom(random.nextLong()));
      if (suggestion.isPresent()) {
        return suggestion;
      }
    }
    return Optional.empty();
  }

  /** The members, the one whose turn it is first. */
  private List<Arm> order(RandomGenerator random) {
    Map<Double, Arm> order = new TreeMap<>(Comparator.reverseOrder());
    arms.forEach(arm -> order.put(arm.draw(random), arm));
    return List.copyOf(order.values());
  }

  @Override
  public void suggested(Suggestion suggestion) {
    arms.forEach(arm -> arm.strategy().suggested(suggestion));
  }

  @Override
  public void observe(Trial trial, History history, RandomGenerator random) {
    boolean isSuccess =
        trial.outcome() instanceof Outcome.Measured measured
            && ranking.smaller(measured.value()) <= settings.top() * ranking.size();
    ranking.add(trial);
    for (Arm arm : arms) {
      if (arm.strategy().name().equals(trial.strategy())) {
        arm.credit(isSuccess, settings.memory());
      }
      arm.strategy().observe(trial, history, new SplittableRandom(random.nextLong()));
    }
  }
}
