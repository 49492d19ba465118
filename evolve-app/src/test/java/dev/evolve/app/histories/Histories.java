package dev.evolve.app.histories;

import dev.evolve.app.histories.CommitHistory.Commit;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/** Histories for tests. */
final class Histories {

  private Histories() {}

  /** Commits named r0, r1 and so on, one value each with half a per cent of noise. */
  static CommitHistory of(int commits, IntToDoubleFunction level) {
    SplittableRandom random = new SplittableRandom(17);
    return new CommitHistory(
        IntStream.range(0, commits)
            .mapToObj(
                i ->
                    new Commit(
                        "r" + i,
                        List.of(level.applyAsDouble(i) * Math.exp(0.005 * random.nextGaussian()))))
            .toList());
  }
}
