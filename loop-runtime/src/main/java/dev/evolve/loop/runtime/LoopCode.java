package dev.evolve.loop.runtime;

import dev.evolve.loop.runtime.LoopException.LoopFailedException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Calls code that a loop brings: whatever it throws fails that loop and nothing else. */
final class LoopCode {

  private LoopCode() {}

  /**
   * Calls {@code code}.
   *
   * @param loopId whose code it is
   * @param what says what failed
   * @throws LoopFailedException with what it threw
   */
  static <T extends Object> T call(String loopId, String what, Supplier<T> code) {
    try {
      return code.get();
    } catch (RuntimeException | LinkageError | AssertionError | StackOverflowError e) {
      throw new LoopFailedException(loopId, what, e);
    }
  }

  /** Calls {@code code}, which may answer null. */
  static <T> @Nullable T callNullable(
      String loopId, String what, Supplier<? extends @Nullable T> code) {
    try {
      return code.get();
    } catch (RuntimeException | LinkageError | AssertionError | StackOverflowError e) {
      throw new LoopFailedException(loopId, what, e);
    }
  }
}
