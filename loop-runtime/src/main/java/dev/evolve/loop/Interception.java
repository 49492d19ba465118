package dev.evolve.loop;

import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Asks the interceptors of a kind of loop, in their order; whoever drives loops calls it. */
public final class Interception {

  /** Nobody intercepts. */
  public static final Interception NONE = new Interception(List.of());

  private final StepInterceptor[] interceptors;

  /**
   * @param interceptors who is asked, in order
   */
  public Interception(List<StepInterceptor> interceptors) {
    this.interceptors = interceptors.toArray(StepInterceptor[]::new);
  }

  /** Whether nobody intercepts. */
  public boolean isNone() {
    return interceptors.length == 0;
  }

  /**
   * What takes the place of a step's forward: the first interceptor that replaces it says so.
   *
   * @return null if the forward runs
   * @throws IllegalStateException naming the interceptor that threw
   */
  public @Nullable WorkPayload before(WorkPlan plan, PluginStates states) {
    for (StepInterceptor interceptor : interceptors) {
      WorkPayload override = asked(interceptor, "before", () -> interceptor.before(plan, states));
      if (override != null) {
        return override;
      }
    }
    return null;
  }

  /**
   * The result with what every plugin keeps from now on.
   *
   * @param override what took the place of the forward; null if it ran
   * @param before what plugins kept before the step
   * @throws IllegalStateException naming the interceptor that threw
   */
  public StepResult after(
      WorkPlan plan, @Nullable WorkPayload override, StepResult result, PluginStates before) {
    PluginStates kept = result.plugins() == null ? before : result.plugins();
    for (StepInterceptor interceptor : interceptors) {
      PluginStates known = kept;
      PluginStates next =
          asked(interceptor, "after", () -> interceptor.after(plan, override, result, known));
      if (next == null) {
        throw new IllegalStateException(
            "interceptor " + interceptor.id() + " answers no states after the step");
      }
      kept = next;
    }
    return kept.equals(before) ? result : result.withPlugins(kept);
  }

  private static <T> @Nullable T asked(
      StepInterceptor interceptor, String when, Supplier<? extends @Nullable T> question) {
    try {
      return question.get();
    } catch (RuntimeException | LinkageError | AssertionError | StackOverflowError e) {
      throw new IllegalStateException(
          "interceptor " + interceptor.id() + " failed " + when + " the step: " + e.getMessage(),
          e);
    }
  }
}
