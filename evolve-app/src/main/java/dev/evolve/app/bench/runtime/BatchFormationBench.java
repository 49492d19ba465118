package dev.evolve.app.bench.runtime;

import dev.evolve.loop.ModelRef;
import dev.evolve.loop.StepResult;
import dev.evolve.loop.port.Unstored;
import dev.evolve.loop.port.WorkExecutor;
import dev.evolve.loop.runtime.LoopRuntime;
import dev.evolve.loop.runtime.LoopSettings;
import dev.evolve.loop.runtime.RuntimeLimits;
import dev.evolve.loop.runtime.RuntimeObserver;
import dev.evolve.loop.runtime.RuntimePorts;
import dev.evolve.loop.runtime.Submission;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.TreeMap;

/**
 * How full the batches are that the runtime forms while requests come as they came in a recorded
 * hour, against an oracle. One device takes one batch at a time; a batch of so many tokens takes a
 * calibrated time; all on a simulated clock. The oracle sees every ready step and every length,
 * takes the requests with most left to do first, and is allowed the best of three orders on each
 * trace: prefills first, tokens first, or whatever fills the larger batch; under the same cache
 * blocks and the same largest batch.
 */
final class BatchFormationBench {

  /** Calibrated on a small decoder on a CPU core: milliseconds a batch and a token. */
  private static final double BATCH_MS = 0.108;

  private static final double TOKEN_MS = 0.0597;
  private static final long CACHE_BLOCKS = 384;
  private static final ModelRef MODEL = new ModelRef("trace", "1");

  private final List<RequestTrace.Request> requests;
  private final int largest;

  BatchFormationBench(List<RequestTrace.Request> requests, int largest) {
    this.requests = requests;
    this.largest = largest;
  }

  private static double cost(int tokens) {
    return BATCH_MS + TOKEN_MS * tokens;
  }

  // ---- the runtime

  /** Mean number of steps in a batch of the runtime. */
  double runtime() {
    Device device = new Device();
    LoopRuntime runtime = makeRuntime(device);
    int next = 0;
    while (true) {
      while (next < requests.size() && requests.get(next).arrivalMs() <= device.now) {
        runtime.submit(
            Submission.serve(TraceLoop.KIND, "r" + next, requests.get(next), MODEL, next));
        next++;
      }
      while (runtime.turn().hasMore()) {
        // Until nothing is left to do at this time.
      }
      double arrival = next < requests.size() ? requests.get(next).arrivalMs() : Double.MAX_VALUE;
      if (device.busy.isEmpty() && arrival == Double.MAX_VALUE) {
        break;
      }
      device.advance(arrival);
    }
    if (runtime.usage().loops() != 0) {
      throw new IllegalStateException("not all requests were served: " + runtime.usage());
    }
    return device.meanBatch();
  }

  private LoopRuntime makeRuntime(Device device) {
    TreeMap<String, Long> blocks = new TreeMap<>();
    blocks.put(TraceLoop.CACHE, CACHE_BLOCKS);
    TreeMap<String, Integer> widths = new TreeMap<>();
    widths.put(TraceLoop.POOL.pool(), 1);
    RuntimeLimits defaults = RuntimeLimits.defaults();
    RuntimeLimits limits =
        defaults
            .withPools(new RuntimeLimits.Pools(1L << 40, 1e6, blocks).withWidths(widths))
            .withTurns(new RuntimeLimits.Turns(4_096, 4_096, 4_096, largest));
    LoopRuntime runtime =
        new LoopRuntime(
                new RuntimePorts(
                    new Unstored(),
                    (loopId, chunk) -> {},
                    () -> Instant.EPOCH,
                    RuntimeObserver.NONE,
                    cause -> {
                      throw new IllegalStateException(cause);
                    }),
                limits)
            .register(new TraceLoop(), device, LoopSettings.IN_MEMORY);
    runtime.restore();
    return runtime;
  }

  /** One batch at a time, on a clock of its own. */
  private static final class Device implements WorkExecutor {
    private double now;
    private double doneAt;
    private List<Work> busy = List.of();
    private long batches;
    private long works;

    @Override
    public void execute(List<Work> batch) {
      int tokens = 0;
      for (Work work : batch) {
        tokens += ((TraceLoop.Tokens) work.plan().payload()).count();
      }
      busy = batch;
      doneAt = now + cost(tokens);
      batches++;
      works += batch.size();
    }

    void advance(double arrival) {
      if (busy.isEmpty() || arrival < doneAt) {
        now = arrival;
        return;
      }
      now = doneAt;
      List<Work> done = busy;
      busy = List.of();
      done.forEach(
          work -> work.completion().succeed(StepResult.of(work.plan().payload(), Duration.ZERO)));
    }

    double meanBatch() {
      return (double) works / batches;
    }
  }

  // ---- the oracle

  /** What the oracle runs when both kinds of work are ready. */
  private enum Order {
    PREFILLS_FIRST,
    TOKENS_FIRST,
    LARGER_FIRST
  }

  /** Mean number of steps in a batch of the oracle, the best of its orders. */
  double oracle() {
    return Arrays.stream(Order.values()).mapToDouble(this::oracle).max().orElseThrow();
  }

  private boolean prefills(Order order, int prefills, int tokens) {
    return switch (order) {
      case PREFILLS_FIRST -> prefills > 0;
      case TOKENS_FIRST -> tokens == 0;
      case LARGER_FIRST -> Math.min(prefills, largest) > Math.min(tokens, largest);
    };
  }

  private double oracle(Order order) {
    double now = 0;
    long free = CACHE_BLOCKS;
    long batches = 0;
    long works = 0;
    int next = 0;
    Deque<int[]> waiting = new ArrayDeque<>();
    List<int[]> prefill = new ArrayList<>();
    List<int[]> decode = new ArrayList<>();
    while (next < requests.size()
        || !waiting.isEmpty()
        || !prefill.isEmpty()
        || !decode.isEmpty()) {
      while (next < requests.size() && requests.get(next).arrivalMs() <= now) {
        RequestTrace.Request request = requests.get(next++);
        waiting.add(new int[] {request.prompt(), request.output(), TraceLoop.blocks(request)});
      }
      while (!waiting.isEmpty() && waiting.peek()[2] <= free) {
        free -= waiting.peek()[2];
        prefill.add(waiting.remove());
      }
      if (prefill.isEmpty() && decode.isEmpty()) {
        now = requests.get(next).arrivalMs();
        continue;
      }
      boolean prefills = prefills(order, prefill.size(), decode.size());
      List<int[]> ready = prefills ? prefill : decode;
      ready.sort(Comparator.comparingInt(request -> -request[1]));
      List<int[]> batch = new ArrayList<>(ready.subList(0, Math.min(largest, ready.size())));
      ready.subList(0, batch.size()).clear();
      int tokens = 0;
      for (int[] request : batch) {
        tokens += prefills ? request[0] : 1;
        request[1]--;
        if (request[1] > 0) {
          decode.add(request);
        } else {
          free += request[2];
        }
      }
      now += cost(tokens);
      batches++;
      works += batch.size();
    }
    return (double) works / batches;
  }
}
