package dev.evolve.serving.video;

import dev.evolve.loop.cache.CacheClass;
import dev.evolve.loop.cache.CacheManager;
import dev.evolve.loop.cache.CacheUsage;
import dev.evolve.loop.cache.CachedExecutor;
import dev.evolve.loop.cache.VersionedCache;
import dev.evolve.loop.capture.CapturingExecutor;
import dev.evolve.loop.capture.GraphCache;
import dev.evolve.loop.capture.GraphObserver;
import dev.evolve.loop.capture.GraphUsage;
import dev.evolve.loop.port.WorkExecutor;
import dev.evolve.loop.weights.WeightLoader;
import dev.evolve.serving.kernel.Kernels;
import java.time.InstantSource;
import java.util.List;

/**
 * The video loops' executor as a server has it: embeddings of prompts are kept and shared, steps of
 * fixed form are replayed from graphs, and the weights can be swapped. It gives the same bytes as a
 * bare {@link VideoExecutor}.
 */
public final class VideoService implements AutoCloseable {

  /**
   * How much is kept.
   *
   * @param featureBytes budget of embeddings of prompts
   * @param graphSlots how many graphs
   * @param graphBytes budget of their buffers
   */
  public record Limits(long featureBytes, int graphSlots, long graphBytes) {}

  private final VideoExecutor video;
  private final CacheManager caches;
  private final GraphCache graphs;
  private final WorkExecutor executor;

  /**
   * @param model what it serves first
   * @param kernels the arithmetic
   * @param clock times steps and captures
   * @param limits how much is kept
   */
  public VideoService(VideoModel model, Kernels kernels, InstantSource clock, Limits limits) {
    this.video = new VideoExecutor(model, kernels, clock);
    this.caches =
        new CacheManager(List.of(CacheClass.ofBytes(VideoPlans.FEATURES, limits.featureBytes())));
    this.graphs = new GraphCache(limits.graphSlots(), limits.graphBytes());
    this.executor =
        new CachedExecutor(
            new CapturingExecutor(video, graphs, GraphObserver.NONE, clock),
            caches,
            VideoOutcome::bytes);
  }

  /** What the loops are registered with. */
  public WorkExecutor executor() {
    return executor;
  }

  /** Everything that holds what was computed with weights, for a swap. */
  public List<VersionedCache> versionedCaches() {
    return List.of(caches, graphs, video);
  }

  /** Brings other versions of the model's parts. */
  public WeightLoader loader() {
    return video;
  }

  /** What is kept of prompts. */
  public CacheUsage features() {
    return caches.usage(VideoPlans.FEATURES);
  }

  /** What is captured. */
  public GraphUsage graphs() {
    return graphs.usage();
  }

  /** Takes no more steps and closes every graph once its step is done. */
  @Override
  public void close() {
    video.close();
    graphs.dropAll();
  }
}
