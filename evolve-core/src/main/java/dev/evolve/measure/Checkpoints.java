package dev.evolve.measure;

import dev.evolve.loop.Cancellation;
import java.util.concurrent.CancellationException;

/** Looked at between processes: an evaluation that nobody wants any more ends there. */
record Checkpoints(String evaluationId, Cancellation cancellation) {

  void passOrThrow() throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException("evaluation " + evaluationId + " was interrupted");
    }
    if (cancellation.isCancelled()) {
      throw new CancellationException("evaluation " + evaluationId + " was cancelled");
    }
  }
}
