package dev.evolve.loop.sim;

import dev.evolve.loop.port.WorkExecutor;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;

/**
 * One process's executor: answers late, out of order, twice or never. Checks that no two steps have
 * a device at once, and that what the steps under way use fits into memory.
 */
final class FlakyExecutor implements WorkExecutor {

  private final EventScheduler scheduler;
  private final RandomGenerator random;
  private final FaultPlan faults;
  private final long memoryBytes;
  private final Runnable answered;
  private final Set<String> devices = new HashSet<>();
  private long usedBytes;
  private int dropped;

  /**
   * @param memoryBytes how much memory there is
   * @param answered called after each answer, to have the runtime take a turn
   */
  FlakyExecutor(
      EventScheduler scheduler,
      RandomGenerator random,
      FaultPlan faults,
      long memoryBytes,
      Runnable answered) {
    this.scheduler = scheduler;
    this.random = random;
    this.faults = faults;
    this.memoryBytes = memoryBytes;
    this.answered = answered;
  }

  /** How many answers were lost; their loops wait for a restart. */
  int dropped() {
    return dropped;
  }

  @Override
  public void execute(List<Work> batch) {
    batch.forEach(this::start);
  }

  private void start(Work work) {
    for (String device : work.plan().resources().exclusiveDevices()) {
      if (!devices.add(device)) {
        throw new AssertionError("two steps have device " + device);
      }
    }
    usedBytes += bytes(work);
    if (usedBytes > memoryBytes) {
      throw new AssertionError(usedBytes + " bytes are used, of " + memoryBytes);
    }
    if (random.nextDouble() < faults.drop()) {
      dropped++;
      return;
    }
    scheduler.after(delay(), () -> finish(work));
    if (random.nextDouble() < faults.duplicate()) {
      scheduler.after(faults.longestStep().plus(delay()), () -> answer(work));
    }
  }

  private void finish(Work work) {
    devices.removeAll(work.plan().resources().exclusiveDevices());
    usedBytes -= bytes(work);
    answer(work);
  }

  private void answer(Work work) {
    ScriptExecutor.answer(work);
    answered.run();
  }

  private static long bytes(Work work) {
    ScriptState state = (ScriptState) work.context().state();
    return state.request().residentBytes() + work.plan().resources().peakBytes();
  }

  private Duration delay() {
    return Duration.ofMillis(random.nextInt((int) faults.longestStep().toMillis()));
  }
}
