package dev.evolve.app.bench.runtime;

import dev.evolve.loop.StepInterceptor;
import dev.evolve.loop.StreamChunk;
import dev.evolve.loop.port.Unstored;
import dev.evolve.loop.runtime.Durability;
import dev.evolve.loop.runtime.LoopRuntime;
import dev.evolve.loop.runtime.LoopSettings;
import dev.evolve.loop.runtime.RuntimeLimits;
import dev.evolve.loop.runtime.RuntimeObserver;
import dev.evolve.loop.runtime.RuntimePorts;
import dev.evolve.loop.runtime.Submission;
import java.time.InstantSource;
import java.util.List;
import java.util.TreeMap;

/** A runtime with a counting loop, for measurements. */
final class Rig {

  static final int MOST_LOOPS = 1_000_000;

  private static final long MEMORY = 1L << 40;
  private static final long BLOCKS = 1L << 30;

  final CountingExecutor executor = new CountingExecutor();
  final LoopRuntime runtime;

  Rig(CountingLoop loop, RuntimeObserver observer, List<StepInterceptor> interceptors) {
    this(loop, observer, interceptors, limits());
  }

  Rig(
      CountingLoop loop,
      RuntimeObserver observer,
      List<StepInterceptor> interceptors,
      RuntimeLimits limits) {
    RuntimePorts ports =
        new RuntimePorts(
            new Unstored(), Rig::ignore, InstantSource.system(), observer, Rig::stopHere);
    this.runtime =
        new LoopRuntime(ports, limits)
            .register(loop, executor, new LoopSettings(Durability.IN_MEMORY, interceptors, false));
    runtime.restore();
  }

  static RuntimeLimits limits() {
    TreeMap<String, Long> blocks = new TreeMap<>();
    blocks.put(CountingLoop.CACHE, BLOCKS);
    RuntimeLimits defaults = RuntimeLimits.defaults();
    return defaults
        .withPools(new RuntimeLimits.Pools(MEMORY, 1e6, blocks))
        .withQueues(new RuntimeLimits.Queues(MOST_LOOPS, 4_096, 64, 1_024));
  }

  void submit(int number, CountingLoop.Request request) {
    runtime
        .submit(
            Submission.serve(
                CountingLoop.KIND, "loop-" + number, request, CountingLoop.MODEL, number))
        .accepted()
        .join();
  }

  private static void ignore(String loopId, StreamChunk chunk) {
    // The counting loop has no listener.
  }

  private static void stopHere(Throwable cause) {
    throw new IllegalStateException("the runtime stopped", cause);
  }
}
