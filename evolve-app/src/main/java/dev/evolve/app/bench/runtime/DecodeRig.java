package dev.evolve.app.bench.runtime;

import dev.evolve.loop.StreamChunk;
import dev.evolve.loop.port.Unstored;
import dev.evolve.loop.runtime.LoopDriver;
import dev.evolve.loop.runtime.LoopHandle;
import dev.evolve.loop.runtime.LoopRuntime;
import dev.evolve.loop.runtime.LoopSettings;
import dev.evolve.loop.runtime.RuntimeLimits;
import dev.evolve.loop.runtime.RuntimeObserver;
import dev.evolve.loop.runtime.RuntimePorts;
import dev.evolve.loop.runtime.Submission;
import dev.evolve.serving.decode.DecodeExecutor;
import dev.evolve.serving.decode.DecodeKnobs;
import dev.evolve.serving.decode.DecodeLoop;
import dev.evolve.serving.decode.DecodeRequest;
import dev.evolve.serving.decode.DecoderModel;
import dev.evolve.serving.kernel.Kernels;
import java.time.InstantSource;
import java.util.function.BiConsumer;

/** Decode loops on their runtime, as they are served, for measurements. */
final class DecodeRig implements AutoCloseable {

  private final DecoderModel model;
  private final DecodeExecutor executor;
  private final LoopDriver driver;
  private int submitted;

  /**
   * @param listener told of every chunk, on the runtime's thread
   */
  DecodeRig(
      DecoderModel model,
      Kernels kernels,
      DecodeKnobs knobs,
      BiConsumer<String, StreamChunk> listener) {
    this.model = model;
    InstantSource clock = InstantSource.system();
    this.executor = new DecodeExecutor(model, kernels, knobs, clock);
    RuntimeLimits limits = RuntimeLimits.defaults();
    RuntimePorts ports =
        new RuntimePorts(
            new Unstored(), listener::accept, clock, RuntimeObserver.NONE, DecodeRig::stopped);
    this.driver =
        new LoopDriver(
            new LoopRuntime(
                    ports,
                    limits.withPools(
                        new RuntimeLimits.Pools(
                            limits.pools().memoryBytes(),
                            limits.pools().computeSeconds(),
                            knobs.cacheBlocks())))
                .register(new DecodeLoop(knobs, model.shape()), executor, LoopSettings.IN_MEMORY));
    driver.start();
  }

  /** Submits a request under the next id, {@code r0}, {@code r1}, and so on. */
  LoopHandle submit(DecodeRequest request) {
    int number = submitted++;
    return driver.submit(
        Submission.serve(DecodeLoop.KIND, "r" + number, request, model.reference(), number));
  }

  @Override
  public void close() {
    driver.close();
    executor.close();
  }

  private static void stopped(Throwable cause) {
    throw new IllegalStateException("the runtime stopped", cause);
  }
}
