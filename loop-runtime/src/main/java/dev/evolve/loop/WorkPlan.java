package dev.evolve.loop;

import java.util.List;

/**
 * One step of work, as data. A plan is never stored: {@link Loop#next} makes it again from a
 * restored state, so it must follow from the state alone.
 *
 * @param shape what the work looks like to the batcher and the cost model
 * @param payload what the executor is to do; equal payloads mean equal work
 * @param label short text for people: logs, progress, traces
 * @param resources what must be reserved before the step may run
 * @param cache cache reads and writes of the step
 * @param placement where it should run
 * @param emits chunks that are known before the step runs; emitted after {@link Loop#advance}
 * @param context where the step stands in its sampling
 * @param capture what a captured graph of the step depends on
 */
public record WorkPlan(
    ShapeSignature shape,
    WorkPayload payload,
    String label,
    ResourceRequest resources,
    CachePlan cache,
    PlacementHint placement,
    List<StreamChunk> emits,
    StepContext context,
    Capture capture)
    implements Plan {

  public WorkPlan {
    emits = List.copyOf(emits);
  }

  /** A plan without cache operations, emits, sampling and capture. */
  public static WorkPlan of(
      ShapeSignature shape,
      WorkPayload payload,
      String label,
      ResourceRequest resources,
      PlacementHint placement) {
    return new WorkPlan(
        shape,
        payload,
        label,
        resources,
        CachePlan.NONE,
        placement,
        List.of(),
        StepContext.at(0),
        Capture.NONE);
  }

  /** This plan with cache operations. */
  public WorkPlan withCache(CachePlan operations) {
    return new WorkPlan(
        shape, payload, label, resources, operations, placement, emits, context, capture);
  }

  /** This plan with chunks. */
  public WorkPlan withEmits(List<StreamChunk> chunks) {
    return new WorkPlan(
        shape, payload, label, resources, cache, placement, chunks, context, capture);
  }

  /** This plan at a place in its sampling. */
  public WorkPlan withContext(StepContext place) {
    return new WorkPlan(shape, payload, label, resources, cache, placement, emits, place, capture);
  }

  /** This plan with what its graph depends on. */
  public WorkPlan withCapture(Capture dependencies) {
    return new WorkPlan(
        shape, payload, label, resources, cache, placement, emits, context, dependencies);
  }
}
