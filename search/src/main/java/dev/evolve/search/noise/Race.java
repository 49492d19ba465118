package dev.evolve.search.noise;

import dev.evolve.search.Cost;
import dev.evolve.search.space.Point;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a racing search knows of one point. Moves: RUNNING to DROPPED when it is shown worse than
 * the leader, to STAYED when it has all its samples, to FAILED when it gave no value, to TWIN when
 * its build equals that of another point.
 */
final class Race {

  enum State {
    RUNNING,
    DROPPED,
    STAYED,
    FAILED,
    TWIN
  }

  final Point point;
  final String strategy;
  final Samples samples;
  final List<Race> twins = new ArrayList<>();
  State state = State.RUNNING;
  boolean isBuilt;
  int open;
  int outages;
  double buildSeconds;
  double runSeconds;
  MeasureResult.@Nullable Failed failure;

  Race(Point point, String strategy, int scenarios) {
    this.point = point;
    this.strategy = strategy;
    this.samples = new Samples(scenarios);
  }

  void pay(Cost cost) {
    buildSeconds += cost.buildSeconds();
    runSeconds += cost.runSeconds();
  }

  Cost paid() {
    return new Cost(buildSeconds, runSeconds);
  }

  boolean isWaiting() {
    return state == State.RUNNING && open == 0;
  }
}
