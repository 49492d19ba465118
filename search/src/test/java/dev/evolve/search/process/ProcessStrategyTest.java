package dev.evolve.search.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evolve.search.Cost;
import dev.evolve.search.Outcome;
import dev.evolve.search.Proposal;
import dev.evolve.search.Search;
import dev.evolve.search.space.ListedSpace;
import dev.evolve.search.space.Parameter;
import dev.evolve.search.space.Point;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ProcessStrategyTest {

  private static final List<Parameter> PARAMETERS =
      List.of(
          new Parameter.Whole("a", 0, 15, 1),
          new Parameter.Whole("b", 0, 15, 1),
          new Parameter.Categorical("c", List.of("x", "y", "z")));
  private static final int POINTS = 16 * 16 * 3;

  private static ListedSpace space() {
    List<Point> points = new ArrayList<>();
    for (int a = 0; a < 16; a++) {
      for (int b = 0; b < 16; b++) {
        for (int c = 0; c < 3; c++) {
          points.add(Point.of(a, b, c));
        }
      }
    }
    return new ListedSpace(PARAMETERS, points);
  }

  /** One optimum of 1 at (11, 4, y); points with a above 13 do not run. */
  private static Outcome outcome(Point point) {
    if (point.place(0) > 13) {
      return new Outcome.Failed(Outcome.Reason.RUN, "too much shared memory");
    }
    double far =
        Math.abs(point.place(0) - 11)
            + Math.abs(point.place(1) - 4)
            + (point.place(2) == 1 ? 0 : 3);
    return Outcome.Measured.exactly(Math.exp(far / 4));
  }

  private static List<Point> trace(Search search, int evaluations) {
    List<Point> trace = new ArrayList<>();
    for (int i = 0; i < evaluations; i++) {
      search
          .ask()
          .ifPresent(
              proposal -> {
                trace.add(proposal.point());
                search.tell(proposal, outcome(proposal.point()), Cost.NONE);
              });
    }
    return trace;
  }

  @Test
  void findsTheOptimumOfASmoothSpaceInAFewEvaluations() {
    for (long seed = 0; seed < 3; seed++) {
      Search search = new Search(space(), new ProcessStrategy(), seed);
      trace(search, 60);
      assertThat(search.history().bestValue()).as("seed %d", seed).isEqualTo(1);
    }
  }

  @Test
  void triesEveryPointOnceAndThenStops() {
    Search search = new Search(space(), new ProcessStrategy(), 1);
    List<Point> trace = trace(search, POINTS + 5);
    assertThat(trace).hasSize(POINTS).doesNotHaveDuplicates();
  }

  @Test
  void goesOnAfterAResumeAsItWouldHaveWithoutAtAnyEvaluation() {
    Search whole = new Search(space(), new ProcessStrategy(), 7);
    List<Point> trace = trace(whole, 30);
    for (int stop = 0; stop < 30; stop += 9) {
      Search before = new Search(space(), new ProcessStrategy(), 7);
      trace(before, stop);
      Search after = Search.resume(space(), new ProcessStrategy(), 7, before.journal());
      assertThat(trace(after, 30 - stop)).isEqualTo(trace.subList(stop, 30));
    }
  }

  @Test
  void spreadsABatchOverDifferentPoints() {
    Search search = new Search(space(), new ProcessStrategy(), 3);
    trace(search, 10);
    List<Proposal> batch = search.ask(8);
    Set<Point> points = new HashSet<>();
    batch.forEach(proposal -> points.add(proposal.point()));
    assertThat(points).hasSize(8);
    assertThat(spread(batch)).isGreaterThan(1.5);
    batch.reversed().forEach(p -> search.tell(p, outcome(p.point()), Cost.NONE));
    trace(search, 40);
    assertThat(search.history().bestValue()).isEqualTo(1);
  }

  private static double spread(List<Proposal> batch) {
    double sum = 0;
    for (Proposal one : batch) {
      for (Proposal other : batch) {
        sum += one.point().distance(other.point());
      }
    }
    return sum / batch.size() / (batch.size() - 1);
  }

  @Test
  void takesValuesOfAnySign() {
    for (double shift : new double[] {-100, -2, 0}) {
      Search search = new Search(space(), new ProcessStrategy(), 5);
      for (int i = 0; i < 80; i++) {
        Proposal proposal = search.ask().orElseThrow();
        Outcome outcome = outcome(proposal.point());
        search.tell(
            proposal,
            outcome instanceof Outcome.Measured measured
                ? Outcome.Measured.exactly(measured.value() + shift)
                : outcome,
            Cost.NONE);
      }
      assertThat(search.history().bestValue()).isEqualTo(1 + shift);
    }
  }

  @Test
  void saysWhatItExpects() {
    Search search = new Search(space(), new ProcessStrategy(), 2);
    trace(search, 20);
    assertThat(search.ask().orElseThrow().reason())
        .matches("largest expected improvement: \\d+\\.\\d+ of the best so far expected, .*");
  }
}
