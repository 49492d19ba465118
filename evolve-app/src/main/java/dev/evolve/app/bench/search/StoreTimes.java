package dev.evolve.app.bench.search;

import dev.evolve.app.bench.BenchResult;
import dev.evolve.app.bench.BenchSetting;
import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import dev.evolve.impact.TrialSet;
import dev.evolve.impact.TrialStore;
import dev.evolve.search.prior.KnownTrial;
import dev.evolve.search.prior.Prior;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * How long the knowledge store takes to remember 18,000 trials, and to give a prior of them. Inside
 * the timed part: packing, the transaction and the way to the database and back. The first turn is
 * not counted.
 */
final class StoreTimes {

  private static final int TRIALS = 18_000;
  private static final int TURNS = 21;
  private static final int QUICK_TURNS = 7;
  private static final String KERNEL = "made up for timing";

  private StoreTimes() {}

  static List<BenchResult> measure(BenchSetting setting, TrialStore store, Instant now) {
    int turns = setting.quick() ? QUICK_TURNS : TURNS;
    double[] remembering = new double[turns];
    double[] asking = new double[turns];
    for (int turn = -1; turn < turns; turn++) {
      TrialSet set = made(turn, now);
      long begun = System.nanoTime();
      store.remember(set);
      long remembered = System.nanoTime();
      Prior prior = store.prior(KERNEL, "another machine", now);
      long asked = System.nanoTime();
      check(prior, set);
      if (turn >= 0) {
        remembering[turn] = (remembered - begun) / 1e6;
        asking[turn] = (asked - remembered) / 1e6;
      }
    }
    return List.of(
        row(setting, "remembering 18,000 trials in the knowledge store", remembering),
        row(setting, "asking the knowledge store for a prior of 18,000 trials", asking));
  }

  private static void check(Prior prior, TrialSet set) {
    boolean isWhole =
        prior.sources().size() == 1 && prior.sources().getFirst().trials().equals(set.trials());
    if (!isWhole) {
      throw new EvolveException(
          ErrorCode.INTERNAL,
          "wanted the set that was remembered, found " + prior.sources().size() + " sources");
    }
  }

  private static BenchResult row(BenchSetting setting, String what, double[] millis) {
    double[] sorted = millis.clone();
    Arrays.sort(sorted);
    return setting.result(
        SearchBench.NAME,
        what + ", median [least, most]",
        sorted[sorted.length / 2],
        sorted[0],
        sorted[sorted.length - 1],
        "ms",
        "",
        null,
        sorted.length);
  }

  /** A set of 18,000 trials, another one each turn, under the same id: it is replaced whole. */
  private static TrialSet made(int turn, Instant at) {
    int[] sizes = {10, 10, 6, 6, 5};
    List<KnownTrial> trials = new ArrayList<>();
    for (int i = 0; i < TRIALS; i++) {
      List<String> values = new ArrayList<>();
      int rest = i;
      double time = 1;
      for (int size : sizes) {
        int value = rest % size;
        rest /= size;
        values.add(String.valueOf(value));
        time += Math.abs(value - size * 0.6) * (1 + 0.3 * ((value * 7 + i + turn + 1) % 5));
      }
      trials.add(i % 50 == 7 ? KnownTrial.failed(values) : KnownTrial.ran(values, time));
    }
    List<String> knobs = List.of("p0", "p1", "p2", "p3", "p4");
    return new TrialSet(KERNEL, "", "a machine", "import:made-up", at, knobs, trials);
  }
}
