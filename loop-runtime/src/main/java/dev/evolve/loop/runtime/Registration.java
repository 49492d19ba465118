package dev.evolve.loop.runtime;

import dev.evolve.loop.Loop;
import dev.evolve.loop.LoopContext;
import dev.evolve.loop.LoopState;
import dev.evolve.loop.port.CheckpointStore.Checkpoint;
import dev.evolve.loop.port.WorkExecutor;

/**
 * A kind of loop with what does its work.
 *
 * @param loop the loop
 * @param executor what executes its plans
 */
record Registration<R, S extends LoopState>(Loop<R, S> loop, WorkExecutor executor) {

  /** Makes the first state of a loop. */
  DrivenLoop<S> begin(Submission submission, LoopHandle handle) {
    return LoopCode.call(
        submission.loopId(),
        "it could not be made",
        () -> new DrivenLoop<>(loop, executor, handle, init(submission)));
  }

  /** Restores a loop from its checkpoint. */
  DrivenLoop<S> resume(Checkpoint checkpoint, LoopHandle handle) {
    return LoopCode.call(
        checkpoint.loopId(),
        "its checkpoint of step " + checkpoint.stepIndex() + " could not be read",
        () -> new DrivenLoop<>(loop, executor, handle, decode(checkpoint)));
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
