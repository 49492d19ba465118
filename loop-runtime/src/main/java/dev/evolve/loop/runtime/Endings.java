package dev.evolve.loop.runtime;

import dev.evolve.loop.Loop;
import dev.evolve.loop.LoopResult;
import dev.evolve.loop.StreamChunk;
import dev.evolve.loop.port.CheckpointStore.Status;
import dev.evolve.loop.port.CheckpointStore.StepCommit;
import dev.evolve.loop.runtime.LoopException.LoopCancelledException;
import dev.evolve.loop.runtime.LoopException.LoopFailedException;
import java.time.InstantSource;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
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
  private final Preemption preemption;
  private final GuardedObserver observer;
  private final InstantSource clock;

  Endings(
      LiveLoops live,
      Admission admission,
      ParkedLoops parked,
      CommitQueue commits,
      Preemption preemption,
      GuardedObserver observer,
      InstantSource clock) {
    this.live = live;
    this.admission = admission;
    this.parked = parked;
    this.commits = commits;
    this.preemption = preemption;
    this.observer = observer;
    this.clock = clock;
  }

  /** The loop is done. */
  void finish(DrivenLoop<?> loop) {
    LoopResult result;
    try {
      result = loop.finish();
      if (!loop.isStored()) {
        letGo(loop, "it has finished");
        finished(loop, result);
        return;
      }
      StepCommit last = loop.commit(Status.FINISHED, List.of());
      letGo(loop, "it has finished");
      commits.store(
          last,
          new LastCommit(
              () -> finished(loop, result),
              refusal -> {
                LOG.error("{} finished, but the store refuses to take it", loop.id(), refusal);
                LoopFailedException failure =
                    new LoopFailedException(loop.id(), "its end could not be stored", refusal);
                failed(loop, failure);
              }));
    } catch (LoopFailedException e) {
      fail(loop, e);
    }
  }

  private void finished(DrivenLoop<?> loop, LoopResult result) {
    gone(loop);
    if (observer.isWatched()) {
      observer.tell(o -> o.loopFinished(loop.id(), loop.kind(), result.outcome()));
    }
    loop.handle().result().complete(result);
  }

  /** The loop failed. */
  void fail(DrivenLoop<?> loop, LoopException cause) {
    LOG.warn("{}", cause.getMessage(), cause);
    if (cause instanceof LoopFailedException failure) {
      failure.deliver(partial(loop));
    }
    letGo(loop, "it has failed");
    answerStep(loop, cause);
    String reason = LoopException.describe(cause);
    end(loop, Status.FAILED, Loop.Ending.FAILED, reason, unused -> failed(loop, cause));
  }

  /** The loop was cancelled and is at a boundary. */
  void cancel(DrivenLoop<?> loop) {
    String reason = loop.cancelReason();
    if (reason == null) {
      throw new IllegalStateException(loop.id() + " was not cancelled");
    }
    LoopCancelledException answer = new LoopCancelledException(loop.id(), reason, partial(loop));
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

  /** Gives back all that a loop holds or waits for, here and in its executor. */
  void giveBack(DrivenLoop<?> loop) {
    boolean held = loop.isAdmitted();
    admission.releaseAll(loop);
    preemption.forget(loop);
    if (held) {
      try {
        loop.executor().release(loop.id());
      } catch (RuntimeException | LinkageError | AssertionError e) {
        LOG.error("the executor of {} could not free what it kept for it", loop.id(), e);
      }
    }
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
    if (!loop.isStored()) {
      observer.emit(loop, words);
      ended.accept(loop);
      return;
    }
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
        new LastCommit(
            () -> {
              observer.emit(loop, words);
              ended.accept(loop);
            },
            refusal -> {
              LOG.error("the store refuses to take {} as {}", loop.id(), status, refusal);
              ended.accept(loop);
            }));
  }

  private List<StreamChunk> lastWords(DrivenLoop<?> loop, Loop.Ending ending, String reason) {
    try {
      return List.copyOf(loop.farewell(ending, reason, clock.instant()));
    } catch (LoopFailedException e) {
      LOG.error("{}", e.getMessage(), e);
      return List.of();
    }
  }

  private static SortedMap<String, String> partial(DrivenLoop<?> loop) {
    try {
      return loop.partial();
    } catch (LoopFailedException e) {
      LOG.error("{}", e.getMessage(), e);
      return Collections.emptySortedMap();
    }
  }

  private void letGo(DrivenLoop<?> loop, String found) {
    loop.moveTo(LoopPhase.ENDING);
    parked.remove(loop);
    giveBack(loop);
    if (loop.hasSignals()) {
      loop.signals().refuseAll(found);
    }
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

  private record LastCommit(Runnable whenStored, Consumer<RuntimeException> whenBroken)
      implements CommitQueue.Entry {
    @Override
    public void stored() {
      whenStored.run();
    }

    @Override
    public void broken(RuntimeException reason) {
      whenBroken.accept(reason);
    }
  }
}
