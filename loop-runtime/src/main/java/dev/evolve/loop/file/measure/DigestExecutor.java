package dev.evolve.loop.file.measure;

import dev.evolve.loop.StepResult;
import dev.evolve.loop.StreamChunk;
import dev.evolve.loop.file.measure.DigestLoop.Fold;
import dev.evolve.loop.file.measure.DigestLoop.Folded;
import dev.evolve.loop.port.WorkExecutor;
import java.time.Duration;
import java.util.List;

/** Does the steps of {@link DigestLoop} at once, and can have each leave an event in the store. */
final class DigestExecutor implements WorkExecutor {

  private final boolean withEvents;

  DigestExecutor(boolean withEvents) {
    this.withEvents = withEvents;
  }

  @Override
  public void execute(List<Work> batch) {
    for (Work work : batch) {
      Fold fold = (Fold) work.plan().payload();
      long digest = fold.folded();
      List<StreamChunk> events =
          withEvents
              ? List.of(StreamChunk.event(fold.loopId(), fold.stepIndex(), Long.toString(digest)))
              : List.of();
      work.completion().succeed(StepResult.of(new Folded(digest), Duration.ZERO, events));
    }
  }
}
