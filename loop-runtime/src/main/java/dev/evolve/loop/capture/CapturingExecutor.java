package dev.evolve.loop.capture;

import dev.evolve.loop.StepResult;
import dev.evolve.loop.port.KernelDeclaration;
import dev.evolve.loop.port.SignalRefusedException;
import dev.evolve.loop.port.WorkExecutor;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Executes steps of fixed form by replaying graphs, and has the executor beneath do the rest.
 *
 * <p>The first batch of a key captures its graph, as a unit of work that is counted and timed apart
 * from the step, and launches it; later ones replay it. Steps that are stochastic, have an override
 * or no fixed form, or name a version that is not in force never touch the graph cache. The bytes
 * are the same with and without capture.
 *
 * <p>Thread-safe as far as the executor beneath is.
 */
public final class CapturingExecutor implements WorkExecutor {

  private final CapturableExecutor delegate;
  private final GraphCache graphs;
  private final GraphObserver observer;
  private final InstantSource clock;

  /**
   * @param delegate captures graphs, and executes what has none
   * @param graphs keeps them
   * @param observer watches captures
   * @param clock times captures
   */
  public CapturingExecutor(
      CapturableExecutor delegate, GraphCache graphs, GraphObserver observer, InstantSource clock) {
    this.delegate = delegate;
    this.graphs = graphs;
    this.observer = observer;
    this.clock = clock;
  }

  @Override
  public void execute(List<Work> batch) {
    Map<GraphKey, List<Work>> captured = new LinkedHashMap<>();
    List<Work> eager = new ArrayList<>();
    for (Work work : batch) {
      Optional<GraphForm> form = formOf(work, eager);
      form.map(found -> key(found, work))
          .ifPresent(key -> captured.computeIfAbsent(key, k -> new ArrayList<>()).add(work));
    }
    captured.forEach((key, works) -> launch(key.forBatchOf(works.size()), works, eager));
    if (!eager.isEmpty()) {
      delegate.execute(List.copyOf(eager));
    }
  }

  @Override
  public KernelDeclaration declaration() {
    return delegate.declaration();
  }

  @Override
  public void release(String loopId) {
    delegate.release(loopId);
  }

  /** Drops every graph, then has the executor beneath set the pool up again. */
  @Override
  public void reinitialise(String pool) {
    graphs.dropAll();
    delegate.reinitialise(pool);
  }

  private Optional<GraphForm> formOf(Work work, List<Work> eager) {
    Optional<GraphForm> form = Optional.empty();
    if (work.plan().capture().stochastic()) {
      runEagerly(EagerBreak.STOCHASTIC, List.of(work), eager);
    } else if (!work.plan().capture().isCapturable()) {
      runEagerly(EagerBreak.NOT_CAPTURABLE, List.of(work), eager);
    } else if (work.override() != null) {
      runEagerly(EagerBreak.OVERRIDE, List.of(work), eager);
    } else {
      form = delegate.form(work.plan());
      if (form.isEmpty()) {
        runEagerly(EagerBreak.NO_FIXED_FORM, List.of(work), eager);
      }
    }
    return form;
  }

  private void runEagerly(EagerBreak reason, List<Work> works, List<Work> eager) {
    graphs.countEager(reason, works.size());
    observer.ranEagerly(reason, works.size());
    eager.addAll(works);
  }

  private GraphKey key(GraphForm form, Work work) {
    return new GraphKey(
        delegate.device(),
        form,
        work.plan().shape().batchKey(),
        work.plan().capture().componentVersions(),
        0);
  }

  private void launch(GraphKey key, List<Work> works, List<Work> eager) {
    try {
      switch (graphs.lease(key, workspaceBytes(key, works), () -> capture(key, works))) {
        case GraphCache.Eager without -> runEagerly(without.reason(), works, eager);
        case GraphCache.Lease lease -> replay(lease, works);
      }
    } catch (RuntimeException | LinkageError | AssertionError | StackOverflowError e) {
      works.forEach(work -> work.completion().fail(e));
    }
  }

  /** A graph's workspace is that of each of its steps, together. */
  private static long workspaceBytes(GraphKey key, List<Work> works) {
    List<Long> sizes =
        works.stream().map(work -> work.plan().capture().workspaceBytes()).distinct().toList();
    if (sizes.size() > 1) {
      throw new GraphMismatchException(
          "steps of " + key + " ask for workspaces of " + sizes + " bytes; one graph has one");
    }
    return Math.multiplyExact(sizes.getFirst(), works.size());
  }

  private Graph capture(GraphKey key, List<Work> works) {
    Instant start = clock.instant();
    Graph graph = delegate.capture(List.copyOf(works));
    observer.captured(key, graph.workspaceBytes(), Duration.between(start, clock.instant()));
    return graph;
  }

  private static void replay(GraphCache.Lease lease, List<Work> works) {
    AtomicInteger open = new AtomicInteger(works.size());
    List<Work> watched = works.stream().map(work -> watched(work, lease, open)).toList();
    try {
      lease.graph().replay(watched);
    } catch (GraphMismatchException e) {
      watched.forEach(work -> work.completion().fail(e));
    } catch (RuntimeException | LinkageError | AssertionError | StackOverflowError e) {
      lease.discard();
      watched.forEach(work -> work.completion().fail(e));
    }
  }

  private static Work watched(Work work, GraphCache.Lease lease, AtomicInteger open) {
    Completion completion =
        new Watched(
            work.completion(),
            () -> {
              if (open.decrementAndGet() == 0) {
                lease.end();
              }
            });
    return new Work(work.plan(), work.context(), work.override(), completion);
  }

  /** Passes the first answer on, after it has told that there is one. */
  private static final class Watched implements Completion {

    private final Completion inner;
    private final Runnable answered;
    private final AtomicBoolean done = new AtomicBoolean();

    Watched(Completion inner, Runnable answered) {
      this.inner = inner;
      this.answered = answered;
    }

    @Override
    public void succeed(StepResult result) {
      if (first()) {
        inner.succeed(result);
      }
    }

    @Override
    public void fail(Throwable cause) {
      if (first()) {
        inner.fail(cause);
      }
    }

    @Override
    public void refuseSignal(SignalRefusedException reason) {
      if (first()) {
        inner.refuseSignal(reason);
      }
    }

    private boolean first() {
      boolean first = !done.getAndSet(true);
      if (first) {
        answered.run();
      }
      return first;
    }
  }
}
