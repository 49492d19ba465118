package dev.evolve.serving.video;

import dev.evolve.loop.port.Emitter;
import dev.evolve.loop.port.WorkExecutor;
import dev.evolve.loop.runtime.LoopDriver;
import dev.evolve.loop.runtime.LoopRuntime;
import dev.evolve.loop.runtime.LoopSettings;
import dev.evolve.loop.runtime.RuntimeLimits;
import dev.evolve.loop.runtime.RuntimeObserver;
import dev.evolve.loop.runtime.RuntimePorts;
import dev.evolve.loop.sim.InMemoryCheckpointStore;
import dev.evolve.serving.denoise.DenoiseLoop;
import dev.evolve.serving.denoise.ResidualSkipInterceptor;
import dev.evolve.serving.rollout.RolloutLoop;
import java.time.InstantSource;
import java.util.TreeMap;

/** Runtimes of the video loops. */
final class VideoDrivers {

  private static final long SLABS = 6;

  private VideoDrivers() {}

  /** A driver that has started: room for 6 slabs, clips skip residuals. */
  static LoopDriver start(WorkExecutor executor, Emitter emitter) {
    return start(executor, emitter, RuntimeObserver.NONE);
  }

  /** As the other, watched. */
  static LoopDriver start(WorkExecutor executor, Emitter emitter, RuntimeObserver observer) {
    TreeMap<String, Long> blocks = new TreeMap<>();
    blocks.put(VideoPlans.SLABS, SLABS);
    LoopRuntime runtime =
        new LoopRuntime(
                new RuntimePorts(
                    new InMemoryCheckpointStore(),
                    emitter,
                    InstantSource.system(),
                    observer,
                    fault -> {}),
                RuntimeLimits.defaults().withPools(new RuntimeLimits.Pools(1L << 30, 1e6, blocks)))
            .register(new RolloutLoop(VideoEntrants.CONFIG), executor)
            .register(
                new DenoiseLoop(VideoEntrants.CONFIG),
                executor,
                LoopSettings.IN_MEMORY.withInterceptors(new ResidualSkipInterceptor(0.1)));
    LoopDriver driver = new LoopDriver(runtime);
    driver.start();
    return driver;
  }
}
