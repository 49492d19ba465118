package dev.evolve.loop.capture;

import dev.evolve.loop.WorkPlan;
import dev.evolve.loop.port.WorkExecutor;
import java.util.List;
import java.util.Optional;

/**
 * An executor that can prepare steps of fixed form. {@link #execute} and a replay of what {@link
 * #capture} made give the same bytes.
 */
public interface CapturableExecutor extends WorkExecutor {

  /** Device and architecture that it runs on, such as {@code cuda:sm_90} or {@code cpu:avx512}. */
  String device();

  /** The fixed structure of a plan; empty if it has none, so that it can only be executed. */
  Optional<GraphForm> form(WorkPlan plan);

  /**
   * Captures the works' kernel calls. It executes and answers none of them.
   *
   * @param works an example; the graph is replayed for batches of this size, shape and structure
   */
  Graph capture(List<Work> works);
}
