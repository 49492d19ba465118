package dev.evolve.loop.runtime;

import dev.evolve.loop.Interception;
import dev.evolve.loop.Loop;
import dev.evolve.loop.LoopContext;
import dev.evolve.loop.LoopState;
import dev.evolve.loop.port.CheckpointStore.Checkpoint;
import dev.evolve.loop.port.WorkExecutor;

/** A kind of loop with what does its work and how it is driven. */
final class Registration<R, S extends LoopState> {

  final Loop<R, S> loop;
  final WorkExecutor executor;
  final String kind;
  final boolean stored;
  final Interception interception;

  Registration(Loop<R, S> loop, WorkExecutor executor, LoopSettings settings) {
    this.loop = loop;
    this.executor = executor;
    this.kind = loop.kind();
    this.stored = settings.durability() == Durability.EVERY_STEP;
    this.interception = new Interception(settings.interceptors());
  }

  /** Makes the first state of a loop. */
  DrivenLoop<S> begin(Submission submission, LoopHandle handle, Admission admission) {
    return LoopCode.call(
        submission.loopId(),
        "it could not be made",
        () -> new DrivenLoop<>(this, handle, submission.priority(), init(submission), admission));
  }

  /** Restores a loop from its checkpoint; what it held in caches is gone with the process. */
  DrivenLoop<S> resume(Checkpoint checkpoint, LoopHandle handle, Admission admission) {
    return LoopCode.call(
        checkpoint.loopId(),
        "its checkpoint of step " + checkpoint.stepIndex() + " could not be read",
        () -> {
          S state = loop.withoutCache(decode(checkpoint));
          return new DrivenLoop<>(this, handle, 0, state, admission);
        });
  }

  private S init(Submission submission) {
    @SuppressWarnings("unchecked") // A wrong request fails in the loop and is reported as such.
    R request = (R) submission.request();
    LoopContext context =
        new LoopContext(submission.loopId(), submission.seed(), submission.profile());
    return loop.init(request, submission.model(), context);
  }

  private S decode(Checkpoint checkpoint) {
    S state = loop.codec().decode(checkpoint.state());
    if (state.stepIndex() != checkpoint.stepIndex()) {
      throw new IllegalArgumentException(
          "the checkpoint is of step "
              + checkpoint.stepIndex()
              + ", its state of step "
              + state.stepIndex());
    }
    return state;
  }
}
