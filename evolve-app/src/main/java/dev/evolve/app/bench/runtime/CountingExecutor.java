package dev.evolve.app.bench.runtime;

import dev.evolve.loop.StepResult;
import dev.evolve.loop.port.WorkExecutor;
import java.time.Duration;
import java.util.List;

/** Answers at once, on the runtime's thread. */
final class CountingExecutor implements WorkExecutor {

  private long batches;
  private long works;

  @Override
  public void execute(List<Work> batch) {
    batches++;
    works += batch.size();
    for (Work work : batch) {
      long digest =
          work.plan().payload() instanceof CountingLoop.Number number ? number.value() : works;
      work.completion()
          .succeed(StepResult.of(new CountingLoop.Number(next(digest)), Duration.ZERO));
    }
  }

  /** Works so far. */
  long works() {
    return works;
  }

  /** Works per batch so far. */
  double meanBatch() {
    return batches == 0 ? 0 : (double) works / batches;
  }

  static long next(long digest) {
    long mixed = digest * 0x9E3779B97F4A7C15L + 1;
    return mixed ^ (mixed >>> 29);
  }
}
