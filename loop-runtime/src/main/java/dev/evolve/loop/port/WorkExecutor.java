package dev.evolve.loop.port;

import dev.evolve.loop.StepResult;
import dev.evolve.loop.WorkPayload;
import dev.evolve.loop.WorkPlan;
import java.util.List;
import org.jspecify.annotations.Nullable;

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

  /** How closely a batch and its members alone agree; bit for bit unless it says otherwise. */
  default KernelDeclaration declaration() {
    return KernelDeclaration.BIT_IDENTICAL;
  }

  /**
   * Frees what the executor keeps for a loop beside its state, such as cache blocks: the loop has
   * ended or was preempted. Called on the runtime's thread when no step of the loop is under way;
   * must not block.
   */
  default void release(String loopId) {}

  /**
   * Sets a broken pool up again, with nothing left of what it cached. Called on the runtime's
   * thread after a work ended with {@link PoolFailedException}; its loops go on afterwards.
   *
   * @throws RuntimeException if the pool stays broken; its loops fail then
   */
  default void reinitialise(String pool) {
    throw new UnsupportedOperationException("pool " + pool + " cannot be set up again");
  }

  /**
   * One planned step that is to be executed.
   *
   * @param plan what to do
   * @param context what is known of the step
   * @param override what takes the place of the step's expensive forward; null to run it. The cheap
   *     rest of the step body runs all the same
   * @param completion where the answer goes
   */
  record Work(
      WorkPlan plan,
      ExecutionContext context,
      @Nullable WorkPayload override,
      Completion completion) {}

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
