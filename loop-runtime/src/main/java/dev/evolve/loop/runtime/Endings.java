package dev.evolve.loop.runtime;

import dev.evolve.loop.Loop;
import dev.evolve.loop.LoopResult;
import dev.evolve.loop.StreamChunk;
import dev.evolve.loop.port.CheckpointStore.Status;
import dev.evolve.loop.port.CheckpointStore.StepCommit;
import dev.evolve.loop.runtime.LoopException.LoopCancelledException;
import dev.evolve.loop.runtime.LoopException.LoopFailedException;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The three ways in which a loop ends: it is done, it failed, it was cancelled. Whichever it is,
 * what the loop held is given back at once, its last checkpoint is stored with its last words, and
 * then whoever waits for it is told. No other loop is touched.
 */
final class Endings {

  private static final Logger LOG = LoggerFactory.getLogger(Endings.class);

  private final LiveLoops live;
  private final Admission admission;
  private final ParkedLoops parked;
  private final CommitQueue commits;
  private final GuardedObserver observer;
  private final InstantSource clock;

  Endings(
      LiveLoops live,
      Admission admission,
      ParkedLoops parked,
      CommitQueue commits,
      GuardedObserver observer,
      InstantSource clock) {
    this.live = live;
    this.admission = admission;
    this.parked = parked;
    this.commits = commits;
    this.observer = observer;
    this.clock = clock;
  }

  /** The loop is done. */
  void finish(DrivenLoop<?> loop) {
    LoopResult result;
    StepCommit last;
    try {
      result = loop.finish();
      last = loop.commit(Status.FINISHED, List.of());
    } catch (LoopFailedException e) {
      fail(loop, e);
      return;
    }
    letGo(loop, "it has finished");
    commits.store(
        last,
        () -> {
          gone(loop);
          observer.tell(o -> o.loopFinished(loop.id(), loop.kind(), result.outcome()));
          loop.handle().result().complete(result);
        },
        refusal -> {
          LOG.error("{} finished, but the store refuses to take it", loop.id(), refusal);
          failed(loop, new LoopFailedException(loop.id(), "its end could not be stored", refusal));
        });
  }

  /** The loop failed. */
  void fail(DrivenLoop<?> loop, LoopException cause) {
    LOG.warn("{}", cause.getMessage(), cause);
    letGo(loop, "it has failed");
    answerStep(loop, cause);
    String reason = LoopException.describe(cause);
    end(loop, Status.FAILED, Loop.Ending.FAILED, reason, unused -> failed(loop, cause));
  }

  /** The loop was cancelled and is at a boundary. */
  void cancel(DrivenLoop<?> loop) {
    String reason = loop.cancellation().reason();
    if (reason == null) {
      throw new IllegalStateException(loop.id() + " was not cancelled");
    }
    LoopCancelledException answer = new LoopCancelledException(loop.id(), reason);
    letGo(loop, "it was cancelled");
    answerStep(loop, answer);
    end(
        loop,
        Status.CANCELLED,
        Loop.Ending.CANCELLED,
        reason,
        unused -> {
          gone(loop);
          observer.tell(o -> o.loopCancelled(loop.id(), loop.kind(), reason));
          loop.handle().result().completeExceptionally(answer);
        });
  }

  private void failed(DrivenLoop<?> loop, LoopException cause) {
    gone(loop);
    observer.tell(o -> o.loopFailed(loop.id(), loop.kind(), cause));
    loop.handle().result().completeExceptionally(cause);
  }

  /** Stores the last checkpoint with the last words; {@code ended} is told even if that fails. */
  private void end(
      DrivenLoop<?> loop,
      Status status,
      Loop.Ending ending,
      String reason,
      Consumer<DrivenLoop<?>> ended) {
    List<StreamChunk> words = lastWords(loop, ending, reason);
    StepCommit last;
    try {
      last = loop.commit(status, words);
    } catch (LoopFailedException e) {
      LOG.error("{} cannot be stored as {}; its last checkpoint stays", loop.id(), status, e);
      ended.accept(loop);
      return;
    }
    commits.store(
        last,
        () -> {
          observer.emit(loop.id(), words);
          ended.accept(loop);
        },
        refusal -> {
          LOG.error("the store refuses to take {} as {}", loop.id(), status, refusal);
          ended.accept(loop);
        });
  }

  private List<StreamChunk> lastWords(DrivenLoop<?> loop, Loop.Ending ending, String reason) {
    try {
      return List.copyOf(loop.farewell(ending, reason, clock.instant()));
    } catch (LoopFailedException e) {
      LOG.error("{}", e.getMessage(), e);
      return List.of();
    }
  }

  private void letGo(DrivenLoop<?> loop, String found) {
    loop.moveTo(LoopPhase.ENDING);
    parked.remove(loop);
    admission.releaseAll(loop);
    loop.signals().refuseAll(found);
  }

  private static void answerStep(DrivenLoop<?> loop, LoopException reason) {
    StepInFlight step = loop.step();
    loop.setStep(null);
    if (step != null && step.cause() != null) {
      step.cause().refuse(reason);
    }
  }

  private void gone(DrivenLoop<?> loop) {
    loop.moveTo(LoopPhase.ENDED);
    live.remove(loop);
  }
}
