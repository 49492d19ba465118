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
 * next is drawn by what its proposals were worth lately (discounted Thompson sampling, Raj and
 * Kalyani 2017). A proposal is worth something if its value is among the best seen so far, so a
 * member that improves on what all have found is asked more often. Members begin with a belief in
 * them that others have to disprove, and each keeps a least share. One member draws at random: a
 * fresh start for those that would follow it. A suggestion bears its member's name.
 */
public final class PortfolioStrategy implements Strategy {

  /** Its name. */
  public static final String NAME = "portfolio";

  private final Settings settings;
  private final List<Arm> arms = new ArrayList<>();
  private final Ranking ranking = new Ranking();

  /**
   * The two that did best on measured spaces, and chance. The forest begins; the local search has
   * to show that it finds more where the forest does not.
   */
  public PortfolioStrategy() {
    this(
        List.of(
            new Entrant(new ForestStrategy(), 4, 4),
            new Entrant(new LocalSearchStrategy(), 4, 36),
            new Entrant(new RandomStrategy(), 0.1, 10)),
        Settings.DEFAULT);
  }

  /**
   * One of given members.
   *
   * @param entrants at least one, of different names; the beliefs in them say who is asked first
   */
  PortfolioStrategy(List<Entrant> entrants, Settings settings) {
    this.settings = settings;
    entrants.forEach(entrant -> arms.add(new Arm(entrant)));
    if (arms.stream().map(arm -> arm.strategy().name()).distinct().count() != arms.size()
        || arms.isEmpty()) {
      throw new IllegalArgumentException(
          "wanted at least one member, each of another name, found "
              + arms.stream().map(arm -> arm.strategy().name()).toList());
    }
  }

  /**
   * A member.
   *
   * @param strategy a fresh one
   * @param successes believed beforehand
   * @param failures believed beforehand
   */
  record Entrant(Strategy strategy, double successes, double failures) {}

  /**
   * How it shares.
   *
   * @param memory the weight of a trial after one more, from 0 to 1
   * @param top the share of the values seen so far that a success is among
   * @param least the share of the evaluations that goes to members drawn uniformly
   */
  record Settings(double memory, double top, double least) {
    static final Settings DEFAULT = new Settings(0.98, 0.05, 0.02);
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
    boolean isFair = random.nextDouble() < settings.least();
    arms.forEach(arm -> order.put(isFair ? random.nextDouble() : arm.draw(random), arm));
    return List.copyOf(order.values());
  }

  @Override
  public void suggested(Suggestion suggestion) {
    arms.forEach(arm -> arm.strategy().suggested(suggestion));
  }

  @Override
  public void observe(Trial trial, History history, RandomGenerator random) {
    credit(trial);
    for (Arm arm : arms) {
      arm.strategy().observe(trial, history, new SplittableRandom(random.nextLong()));
    }
  }

  private void credit(Trial trial) {
    boolean isSuccess =
        trial.outcome() instanceof Outcome.Measured measured
            && ranking.notLarger(measured.value()) <= settings.top() * ranking.size();
    ranking.add(trial);
    arms.forEach(arm -> arm.fade(settings.memory()));
    arms.stream()
        .filter(arm -> arm.strategy().name().equals(trial.strategy()))
        .forEach(arm -> arm.credit(isSuccess));
  }
}
