package dev.evolve.loop.port;

import dev.evolve.loop.StepContext;
import dev.evolve.loop.StepResult;
import dev.evolve.loop.WorkPlan;
import java.util.List;

/**
 * Does the work that loops plan. Called by the runtime only.
 *
 * <p>All works of one call have the same batch key. The executor answers each work exactly once
 * through its completion, on any thread, now or later; one work's failure must not touch the
 * others.
 */
public interface WorkExecutor {

  /** Starts a batch. Returns at once when the work is long. */
  void execute(List<Work> batch);

  /**
   * One planned step that is to be executed.
   *
   * @param plan what to do
   * @param context what is known of the step
   * @param completion where the answer goes
   */
  record Work(WorkPlan plan, StepContext context, Completion completion) {}

  /** Takes the answer of one work; the first answer counts, later ones are ignored. */
  interface Completion {

    /** The work is done. */
    void succeed(StepResult result);

    /** The work failed; the loop fails and no other. */
    void fail(Throwable cause);

    /**
     * The signal that woke a waiting plan is refused: the loop stays parked as if it had never
     * come, and whoever sent it gets the reason.
     */
    void refuseSignal(SignalRefusedException reason);
  }
}
