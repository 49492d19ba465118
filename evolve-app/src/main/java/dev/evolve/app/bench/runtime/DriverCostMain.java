package dev.evolve.app.bench.runtime;

import com.sun.management.ThreadMXBean;
import dev.evolve.loop.StepInterceptor;
import dev.evolve.loop.runtime.RuntimeObserver;
import java.lang.management.ManagementFactory;
import java.util.List;

/**
 * CPU time and allocation of a step, in one virtual machine: the whole of plan, admission, batch
 * formation, execution of next to nothing, advance and the way back to the ready queue. Variants
 * take turns, so that all see the same minutes of the machine. The first rounds warm up and are not
 * reported.
 */
public final class DriverCostMain {

  private static final int WARM_UP = 3;
  private static final StepInterceptor WATCHER = new NoInterceptor();

  private DriverCostMain() {}

  /**
   * @param arguments number of reported rounds, steps of a measurement, then the numbers of loops
   */
  public static void main(String[] arguments) {
    int rounds = Integer.parseInt(arguments[0]);
    long steps = Long.parseLong(arguments[1]);
    for (int round = -WARM_UP; round < rounds; round++) {
      for (int i = 2; i < arguments.length; i++) {
        int loops = Integer.parseInt(arguments[i]);
        boolean reported = round >= 0;
        measure("plain", loops, steps, false, RuntimeObserver.NONE, List.of(), reported);
        measure("fresh", loops, steps, true, RuntimeObserver.NONE, List.of(), reported);
        measure("observer", loops, steps, false, new NoObserver(), List.of(), reported);
        measure(
            "interceptor", loops, steps, false, RuntimeObserver.NONE, List.of(WATCHER), reported);
      }
    }
  }

  private static void measure(
      String variant,
      int loops,
      long steps,
      boolean fresh,
      RuntimeObserver observer,
      List<StepInterceptor> interceptors,
      boolean reported) {
    Rig rig = new Rig(new CountingLoop(1, 1, fresh), observer, interceptors);
    long each = Math.max(10, steps / loops);
    for (int i = 0; i < loops; i++) {
      rig.submit(i, new CountingLoop.Request(each, 0, false));
    }
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long allocated = threads.getCurrentThreadAllocatedBytes();
    long begun = threads.getCurrentThreadCpuTime();
    while (rig.runtime.turn().hasMore()) {
      // All is done in turns.
    }
    long nanos = threads.getCurrentThreadCpuTime() - begun;
    allocated = threads.getCurrentThreadAllocatedBytes() - allocated;
    if (rig.runtime.usage().loops() != 0) {
      throw new IllegalStateException("not all loops have ended: " + rig.runtime.usage());
    }
    if (reported) {
      Fork.report(variant + " " + loops + " ns", (double) nanos / (each * loops));
      Fork.report(variant + " " + loops + " bytes", (double) allocated / (each * loops));
    }
  }

  private static final class NoObserver implements RuntimeObserver {}

  private static final class NoInterceptor implements StepInterceptor {
    @Override
    public String id() {
      return "none";
    }

    @Override
    public boolean altersDistribution() {
      return false;
    }
  }
}
