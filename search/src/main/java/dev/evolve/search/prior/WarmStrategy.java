package dev.evolve.search.prior;

import dev.evolve.search.History;
import dev.evolve.search.Strategy;
import dev.evolve.search.Suggestion;
import dev.evolve.search.Trial;
import dev.evolve.search.process.ProcessStrategy;
import dev.evolve.search.space.Parameter;
import dev.evolve.search.space.Space;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Starts from what is remembered, for as long as it holds. A process over the knobs is guided by
 * the sources and learns from every measurement how much to believe each; what no source is
 * believed of goes to a cold strategy, a turn for every turn's worth of disbelief. A source whose
 * values do not depend on its knobs is not used at all; without one that is used every proposal is
 * the cold strategy's own. Both know every measurement, whoever proposed it.
 *
 * <p>What a wrong memory may cost: the first proposal, then as much as it is believed, and one in
 * ten once it is not believed at all.
 */
public final class WarmStrategy implements Strategy {

  /** Its name. */
  public static final String NAME = "warm";

  /** Without a better point for so many measurements the cold strategy gets some turns. */
  private static final int PATIENCE = 60;

  private static final double STALLED = 0.25;

  /** The most turns that the cold strategy takes: the memory can still be found right. */
  private static final double MOST = 0.9;

  private final Function<Space, Remembered> memory;
  private final Strategy cold;
  private List<Recollection> sources = List.of();
  private List<Recollection> used = List.of();
  private @Nullable ProcessStrategy guided;
  private boolean hasSpoken;
  private double credit;
  private double bestValue = Double.POSITIVE_INFINITY;
  private int bestAt;
  private @Nullable Recollection comparedWith;
  private double agreement;
  private int compared;

  /**
   * A fresh strategy.
   *
   * @param prior what is remembered
   * @param cold makes the strategy to use where memory does not help
   */
  public WarmStrategy(Prior prior, Supplier<Strategy> cold) {
    this.memory = space -> Remembered.of(prior, space);
    this.cold = cold.get();
  }

  /**
   * A fresh strategy on a memory that others use too.
   *
   * @param remembered a prior, seen from the space that will be searched
   * @param cold makes the strategy to use where memory does not help
   */
  public WarmStrategy(Remembered remembered, Supplier<Strategy> cold) {
    this.memory =
        space -> {
          if (!remembered.isOf(space)) {
            throw new IllegalArgumentException(
                "what is remembered is seen from another space than that which is searched, "
                    + space.parameters().stream().map(Parameter::name).toList());
          }
          return remembered;
        };
    this.cold = cold.get();
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Optional<Suggestion> suggest(History history, RandomGenerator random) {
    ProcessStrategy memory = ready(history);
    if (used.isEmpty() || isColdTurn(memory, history)) {
      return cold.suggest(history, random);
    }
    return memory
        .suggest(history, random)
        .map(
            suggestion ->
                new Suggestion(
                    suggestion.point(), NAME, suggestion.reason() + "; " + why(memory, history)));
  }

  private boolean isColdTurn(ProcessStrategy memory, History history) {
    return credit + share(memory, history) >= 1;
  }

  /** The share of turns that the cold strategy gets now. */
  private double share(ProcessStrategy memory, History history) {
    int measured = history.trials().size();
    if (measured == 0 || !hasSpoken) {
      return 0;
    }
    double disbelief = 1 / (1 + Math.exp(memory.advantage(history)));
    return Math.max(measured - bestAt > PATIENCE ? STALLED : 0, Math.min(MOST, disbelief));
  }

  @Override
  public void suggested(Suggestion suggestion) {
    hasSpoken |= suggestion.strategy().equals(NAME);
    cold.suggested(suggestion);
    if (guided != null) {
      guided.suggested(suggestion);
    }
  }

  @Override
  public void observe(Trial trial, History history, RandomGenerator random) {
    cold.observe(trial, history, random);
    ProcessStrategy memory = ready(history);
    if (!used.isEmpty()) {
      memory.observe(trial, history, random);
      settle(memory, history);
    }
  }

  private void settle(ProcessStrategy memory, History history) {
    double share = share(memory, history);
    credit = credit + share >= 1 ? credit + share - 1 : credit + share;
    if (history.bestValue() < bestValue) {
      bestValue = history.bestValue();
      bestAt = history.trials().size();
    }
  }

  private ProcessStrategy ready(History history) {
    if (guided == null) {
      Remembered remembered = memory.apply(history.space());
      sources = remembered.sources();
      used = remembered.used();
      guided = new ProcessStrategy(NAME, new MemoryGuide(used));
    }
    return guided;
  }

  /** How much each source is believed after what was measured, in the order of the prior. */
  public List<SourceWeight> weights(History history) {
    double[] beliefs = ready(history).beliefs(history);
    List<SourceWeight> weights = new ArrayList<>();
    for (Recollection source : sources) {
      int at = used.indexOf(source);
      weights.add(
          new SourceWeight(
              source.source().name(),
              at < 0 || beliefs.length == 0 ? 0 : beliefs[at],
              at < 0 ? Double.NaN : Agreement.of(source, history.trials()),
              history.trials().size(),
              source.explained()));
    }
    return List.copyOf(weights);
  }

  private String why(ProcessStrategy memory, History history) {
    double[] beliefs = memory.beliefs(history);
    int most = 0;
    for (int i = 1; i < beliefs.length; i++) {
      most = beliefs[i] > beliefs[most] ? i : most;
    }
    Recollection source = used.get(most);
    compare(source, history);
    return new SourceWeight(
            source.source().name(), beliefs[most], agreement, compared, source.explained())
        .sentence();
  }

  /** Compares a source with what was measured, anew only when there is a tenth more of it. */
  private void compare(Recollection source, History history) {
    int measured = history.trials().size();
    if (source != comparedWith || measured * 10 >= compared * 11) {
      agreement = Agreement.of(source, history.trials());
      comparedWith = source;
      compared = measured;
    }
  }
}
