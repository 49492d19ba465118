package dev.evolve.loop;

import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;

/**
 * A serialisable state machine that the runtime drives. The loop owns the control flow, the runtime
 * owns the iteration:
 *
 * <pre>{@code
 * state = loop.init(request, model, ctx)
 * repeat
 *     ctx.checkCancel()
 *     plan   = loop.next(state)
 *     if plan is Done: break
 *     result = ctx.execute(plan)
 *     state  = loop.advance(state, result)
 *     emit plan.emits then result.emits, in that order
 * return loop.finalize(state)
 * }</pre>
 *
 * <p>Implementations hold no mutable field: all that changes during a request lives in {@code S}.
 * {@link #next} and {@link #advance} are pure. Planning twice gives equal plans and leaves the
 * serialised state unchanged.
 *
 * @param <R> the request that starts the loop
 * @param <S> its state; immutable, or at least never changed in place
 */
public interface Loop<R, S extends LoopState> {

  /**
   * The loop's kind, unique in a runtime; stored beside every checkpoint to find the loop again.
   */
  String kind();

  /**
   * Makes the first state. The only method that may use the context's seeds and ids.
   *
   * @param request what was asked for
   * @param model identity and version of the model or code that the loop runs
   * @param context seeds and ids for this request
   */
  S init(R request, ModelRef model, LoopContext context);

  /**
   * What a loop in this state needs for the rest of its life; reserved before it starts or is
   * resumed. A plan that asks for more than this fails the loop. Pure.
   */
  default LoopDemand demand(S state) {
    return LoopDemand.NONE;
  }

  /** Plans the next step from the state alone; {@link Done} ends the loop. */
  Plan next(S state);

  /** Folds the result of the planned step into a new state. */
  S advance(S state, StepResult result);

  /** Makes the loop's result from its last state. */
  LoopResult finalize(S state);

  /**
   * Last words of a loop that is cancelled or has failed: chunks that are stored with its last
   * checkpoint. Pure.
   *
   * @param state the state at the boundary where it ended
   * @param ending whether it was cancelled or failed
   * @param reason why, for people
   * @param at when
   */
  default List<StreamChunk> farewell(S state, Ending ending, String reason, Instant at) {
    return List.of();
  }

  /**
   * The state after everything that the loop held in caches was lost: its pool was set up again, it
   * was preempted, or it was restored in another process. Steps whose cache contents are needed
   * again are planned again, and the loop's output stays the same. Keeps the step index. Pure.
   */
  default S withoutCache(S state) {
    return state;
  }

  /**
   * Artifacts that a loop which failed or was cancelled in {@code state} still delivers, by name.
   * Pure.
   */
  default SortedMap<String, String> partial(S state) {
    return Collections.emptySortedMap();
  }

  /** Turns states into JSON and back; equal states give equal bytes. */
  StateCodec<S> codec();

  /** How a loop ends when it does not finish. */
  enum Ending {
    CANCELLED,
    FAILED
  }
}
