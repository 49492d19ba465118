package dev.evolve.app.bench.gates;

import dev.evolve.app.bench.BenchResult;
import dev.evolve.app.bench.BenchSetting;
import dev.evolve.app.bench.gates.outputs.Computation;
import dev.evolve.app.bench.gates.outputs.Fault;
import dev.evolve.app.bench.gates.outputs.Inputs;
import dev.evolve.app.bench.gates.outputs.OutputCase;
import dev.evolve.app.bench.gates.outputs.OutputTrial;
import dev.evolve.app.bench.gates.outputs.OutputTrial.Outputs;
import dev.evolve.app.bench.gates.outputs.SumOrder;
import dev.evolve.app.bench.gates.rivals.ElementRule;
import dev.evolve.pack.BenchPack.Output.Dtype;
import dev.evolve.verdict.GateFinding;
import dev.evolve.verdict.Verdict;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The determinism gate on outputs that are computed for real: seeded faults, which have to fail,
 * and sums in another order, which must not.
 */
final class DeterminismSection implements GatesSection {

  private static final int ROUNDS = 3;
  private static final List<SumOrder> ORDERS =
      Arrays.stream(SumOrder.values())
          .filter(order -> order.compareTo(SumOrder.HALF_PRECISION) < 0)
          .toList();
  private static final List<SumOrder> HOSTILE_ORDERS =
      List.of(
          SumOrder.BLOCKS_OF_32,
          SumOrder.BLOCKS_OF_128_FUSED,
          SumOrder.EIGHT_LANES,
          SumOrder.PAIRWISE);

  @Override
  public String title() {
    return "determinism: seeded faults and reordered sums";
  }

  @Override
  public List<BenchResult> measure(BenchSetting setting, GatesData data) {
    int seeds = setting.quick() ? 1 : 3;
    Path scratch = scratch();
    try {
      OutputTrial trial = new OutputTrial(scratch);
      List<BenchResult> rows = new ArrayList<>();
      rows.addAll(faults(setting, trial, seeds));
      rows.addAll(orders(setting, trial, seeds));
      rows.addAll(elements(setting, seeds));
      return rows;
    } finally {
      delete(scratch);
    }
  }

  private static Path scratch() {
    try {
      return Files.createTempDirectory("evolve-outputs-");
    } catch (IOException e) {
      throw new UncheckedIOException("no directory for outputs", e);
    }
  }

  private static void delete(Path directory) {
    try (var files = Files.list(directory)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
      Files.delete(directory);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot delete " + directory, e);
    }
  }

  private static List<BenchResult> faults(BenchSetting setting, OutputTrial trial, int seeds) {
    Tally with = new Tally("fault passes");
    Tally alone = new Tally("");
    for (Fault fault : Fault.values()) {
      int trials = with.trials;
      int failed = with.failed;
      for (OutputCase of : OutputCase.all()) {
        for (int seed = 0; fault.applies(of) && seed < seeds; seed++) {
          faulty(trial, fault, of, seed, with, alone);
        }
      }
      System.out.printf(
          "  |   %-32s %d of %d fail%n", fault.title(), with.failed - failed, with.trials - trials);
    }
    List<BenchResult> rows = new ArrayList<>();
    rows.add(row(setting, "seeded faults that fail", with, "100 %", with.failed == with.trials));
    rivals(setting, with, rows);
    rows.add(row(setting, "seeded faults that fail without a reference", alone, "", null));
    return rows;
  }

  private static void rivals(BenchSetting setting, Tally tally, List<BenchResult> rows) {
    BenchResult total = rows.getLast();
    for (ElementRule rule : ElementRule.values()) {
      rows.add(setting.against(total, rule.title(), percent(tally.rivals.get(rule), tally.trials)));
    }
  }

  private static void faulty(
      OutputTrial trial, Fault fault, OutputCase of, int seed, Tally with, Tally alone) {
    SumOrder before = ORDERS.get(seed % ORDERS.size());
    SumOrder after = ORDERS.get((seed + 3) % ORDERS.size());
    long first = GatesData.SEED + seed * 10L;
    List<byte[][]> rounds = new ArrayList<>();
    boolean isStale = fault == Fault.STALE_CACHE;
    boolean hasEffect = isStale || fault == Fault.UNORDERED_ATOMICS;
    for (int round = 0; round < ROUNDS; round++) {
      byte[] found = fault.output(of, first + round, after);
      rounds.add(new byte[][] {fault.baseline(of, first + round, isStale ? after : before), found});
      hasEffect |= !Arrays.equals(found, fault.baseline(of, first + round, after));
    }
    List<byte[]> repeats = repeats(fault, of, first, rounds.getFirst()[1]);
    if (hasEffect && !repeats.isEmpty()) {
      boolean isHostile = fault.kind() != Inputs.Kind.NORMAL;
      Dtype dtype = fault.type(of);
      byte[] reference = dtype.isFloating() ? of.reference(fault.kind(), first) : null;
      String what = fault + " " + of;
      with.count(trial, what, new Outputs(dtype, rounds, repeats, reference, isHostile, isStale));
      alone.count(trial, what, new Outputs(dtype, rounds, repeats, null, isHostile, isStale));
    }
  }

  /** Three runs on one input; none if an order that changes does not change the bytes. */
  private static List<byte[]> repeats(Fault fault, OutputCase of, long seed, byte[] output) {
    if (fault != Fault.UNORDERED_ATOMICS) {
      return List.of(output, output, output);
    }
    byte[] other = of.right(fault.kind(), seed, SumOrder.BLOCKS_OF_32);
    byte[] third = of.right(fault.kind(), seed, SumOrder.EIGHT_LANES);
    return Arrays.equals(output, other) ? List.of() : List.of(output, other, third);
  }

  private static List<BenchResult> orders(BenchSetting setting, OutputTrial trial, int seeds) {
    Orders found = new Orders();
    for (OutputCase of : OutputCase.all()) {
      for (int seed = 0; seed < seeds; seed++) {
        long first = GatesData.SEED + seed * 10L;
        reordered(trial, of, Inputs.Kind.NORMAL, first, ORDERS, found);
        for (Inputs.Kind kind : Inputs.Kind.values()) {
          if (kind != Inputs.Kind.NORMAL) {
            reordered(trial, of, kind, first, HOSTILE_ORDERS, found);
          }
        }
      }
    }
    List<BenchResult> rows = new ArrayList<>();
    rows.add(row(setting, "reordered sums that fail", found.with, "0 %", found.with.failed == 0));
    rivals(setting, found.with, rows);
    rows.add(row(setting, "reordered sums that fail without a reference", found.alone, "", null));
    rows.add(
        row(
            setting,
            "sums run one after the other, 3 to 12 times the error, that fail",
            found.worse,
            "",
            null));
    return rows;
  }

  /** Every pair of orders on the same inputs. */
  private static void reordered(
      OutputTrial trial,
      OutputCase of,
      Inputs.Kind kind,
      long first,
      List<SumOrder> orders,
      Orders found) {
    Map<SumOrder, List<byte[]>> outputs = ordered(of, kind, first, orders);
    byte[] reference = of.reference(kind, first);
    boolean isHostile = kind != Inputs.Kind.NORMAL;
    for (SumOrder before : orders) {
      for (SumOrder after : orders) {
        String what = of + " " + kind + " " + before + " to " + after;
        if (before == after) {
          continue;
        }
        Outputs pair = pair(of.dtype(), outputs, before, after, reference, isHostile);
        if (losesAccuracy(before, after, of)) {
          found.worse.count(trial, what, pair);
        } else {
          found.with.count(trial, what, pair);
          found.alone.count(trial, what, pair(of.dtype(), outputs, before, after, null, isHostile));
        }
      }
    }
  }

  /** What came of sums in another order. */
  private static final class Orders {
    private final Tally with = new Tally("reordered fails");
    private final Tally alone = new Tally("");
    private final Tally worse = new Tally("");
  }

  /** Long sums that the baseline adds in parts and the candidate one after the other. */
  private static boolean losesAccuracy(SumOrder before, SumOrder after, OutputCase of) {
    return of.dtype() == Dtype.F32
        && of.shape().depth() > 512
        && isSequential(after)
        && !isSequential(before);
  }

  private static boolean isSequential(SumOrder order) {
    return order == SumOrder.SEQUENTIAL || order == SumOrder.SEQUENTIAL_FUSED;
  }

  private static Map<SumOrder, List<byte[]>> ordered(
      OutputCase of, Inputs.Kind kind, long first, List<SumOrder> orders) {
    Map<SumOrder, List<byte[]>> found = new EnumMap<>(SumOrder.class);
    for (SumOrder order : orders) {
      found.put(
          order,
          IntStream.range(0, ROUNDS)
              .mapToObj(round -> of.right(kind, first + round, order))
              .toList());
    }
    return found;
  }

  private static Outputs pair(
      Dtype dtype,
      Map<SumOrder, List<byte[]>> outputs,
      SumOrder before,
      SumOrder after,
      byte @Nullable [] reference,
      boolean isHostile) {
    List<byte[]> left = outputs.getOrDefault(before, List.of());
    List<byte[]> right = outputs.getOrDefault(after, List.of());
    byte[] first = right.getFirst();
    return new Outputs(
        dtype,
        IntStream.range(0, ROUNDS)
            .mapToObj(round -> new byte[][] {left.get(round), right.get(round)})
            .toList(),
        List.of(first, first, first),
        reference,
        isHostile,
        false);
  }

  /** Why a norm: what a rule by element says of the same sums in another order. */
  private static List<BenchResult> elements(BenchSetting setting, int seeds) {
    double bad = 0;
    int trials = 0;
    for (OutputCase of : OutputCase.all()) {
      if (of.computation() == Computation.PRODUCT && of.dtype() == Dtype.F32) {
        for (int seed = 0; seed < seeds; seed++) {
          byte[] left = of.right(Inputs.Kind.NORMAL, seed, SumOrder.BLOCKS_OF_32);
          byte[] right = of.right(Inputs.Kind.NORMAL, seed, SumOrder.BLOCKS_OF_128);
          bad += ElementRule.PER_ELEMENT.violations(left, right, Dtype.F32);
          trials++;
        }
      }
    }
    double share = 100 * bad / trials;
    return List.of(
        setting.result(
            GatesBench.NAME,
            "determinism: elements of a product beyond 1e-6 in blocks of 128 instead of 32",
            share,
            share,
            share,
            "%",
            "",
            null,
            trials));
  }

  private static BenchResult row(
      BenchSetting setting, String metric, Tally tally, String goal, @Nullable Boolean met) {
    double share = percent(tally.failed, tally.trials);
    return setting.result(
        GatesBench.NAME,
        "determinism: " + metric,
        share,
        share,
        share,
        "%",
        goal,
        met,
        tally.trials);
  }

  private static double percent(@Nullable Integer count, int of) {
    return count == null ? 0 : 100.0 * count / of;
  }

  /** What the gate and the rivals said. Whatever is not a pass counts as a failure. */
  private static final class Tally {

    private final String surprise;
    private final Map<ElementRule, Integer> rivals = new EnumMap<>(ElementRule.class);
    private int trials;
    private int failed;

    /**
     * @param surprise which verdicts to name, such as {@code fault passes}; empty for none
     */
    Tally(String surprise) {
      this.surprise = surprise;
    }

    void count(OutputTrial trial, String what, Outputs outputs) {
      trials++;
      GateFinding finding = trial.judge(outputs);
      boolean passes = finding.verdict() == Verdict.PASS;
      failed += passes ? 0 : 1;
      if (surprise.endsWith(passes ? "passes" : "fails")) {
        System.out.println("  |   " + surprise + ": " + what + ": " + finding.summary());
      }
      for (ElementRule rule : ElementRule.values()) {
        boolean agrees =
            outputs.rounds().stream()
                .allMatch(pair -> rule.passes(pair[0], pair[1], outputs.dtype()));
        rivals.merge(rule, agrees ? 0 : 1, Integer::sum);
      }
    }
  }
}
