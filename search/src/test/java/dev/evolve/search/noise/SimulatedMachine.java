package dev.evolve.search.noise;

import dev.evolve.search.Cost;
import dev.evolve.search.Outcome;
import dev.evolve.search.Search;
import dev.evolve.search.space.ListedSpace;
import dev.evolve.search.space.Parameter;
import dev.evolve.search.space.Point;
import dev.evolve.search.strategy.Strategies;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/**
 * Measures the points 0, 1, 2 ... of a line, each with a true value of its own, under noise that is
 * a function of the seed and the number of the request.
 */
final class SimulatedMachine {

  private final int points;
  private final long seed;
  private IntToDoubleFunction truth = row -> 1;
  private double noise = 0.01;
  private double tailShare;
  private double tailSize;
  private double firstOff;
  private double scenarioSpread;
  final List<MeasureRequest> measured = new ArrayList<>();

  SimulatedMachine(int points, long seed) {
    this.points = points;
    this.seed = seed;
  }

  SimulatedMachine truth(IntToDoubleFunction value) {
    truth = value;
    return this;
  }

  SimulatedMachine noise(double relative) {
    noise = relative;
    return this;
  }

  SimulatedMachine tail(double share, double size) {
    tailShare = share;
    tailSize = size;
    return this;
  }

  SimulatedMachine firstOff(double relative) {
    firstOff = relative;
    return this;
  }

  SimulatedMachine scenarioSpread(double relative) {
    scenarioSpread = relative;
    return this;
  }

  static Point point(int row) {
    return Point.of(row);
  }

  RacingSearch search(RacingPolicy policy, int scenarios) {
    Parameter parameter = new Parameter.Whole("x", 0, points - 1, 1);
    ListedSpace space =
        new ListedSpace(
            List.of(parameter),
            IntStream.range(0, points).mapToObj(SimulatedMachine::point).toList());
    List<Double> weights = IntStream.range(0, scenarios).mapToObj(i -> 1.0).toList();
    Search search = new Search(space, Strategies.create("random"), seed);
    return new RacingSearch(search, policy, weights, point(0));
  }

  MeasureResult measure(MeasureRequest request) {
    measured.add(request);
    int row = (int) request.point().place(0);
    double value = truth.applyAsDouble(row);
    if (Double.isNaN(value)) {
      return new MeasureResult.Failed(Outcome.Reason.RUN, "crashed", new Cost(1, 0));
    }
    SplittableRandom random = new SplittableRandom(seed * 1_000_003 + request.number());
    double scenario =
        1 + scenarioSpread * new SplittableRandom(31L * row + request.scenario()).nextGaussian();
    List<Double> values = new ArrayList<>();
    for (int i = 0; i < request.samples(); i++) {
      double off = 1 + noise * random.nextGaussian();
      off *= random.nextDouble() < tailShare ? 1 + tailSize : 1;
      off *= i == 0 ? 1 + firstOff : 1;
      values.add(value * (1 + request.scenario()) * scenario * off);
    }
    return new MeasureResult.Sampled(
        values, new Cost(request.isBuild() ? 1 : 0, 0.01 * request.samples()));
  }

  /** Runs to the end with so many requests at once, each told in the order asked. */
  Verdict run(RacingSearch search, int workers) {
    Deque<MeasureRequest> open = new ArrayDeque<>(search.open());
    while (search.verdict().isEmpty()) {
      Optional<MeasureRequest> next = open.size() < workers ? search.next() : Optional.empty();
      if (next.isPresent()) {
        open.add(next.get());
      } else if (!open.isEmpty()) {
        MeasureRequest oldest = open.poll();
        search.tell(oldest.number(), measure(oldest));
      }
    }
    return search.verdict().orElseThrow();
  }

  Verdict run() {
    return run(search(RacingPolicy.DEFAULT, 1), 1);
  }
}
