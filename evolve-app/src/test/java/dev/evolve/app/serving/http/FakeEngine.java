package dev.evolve.app.serving.http;

import dev.evolve.app.serving.engine.CompletionCall;
import dev.evolve.app.serving.engine.CompletionEnd;
import dev.evolve.app.serving.engine.CompletionEngine;
import dev.evolve.app.serving.engine.CompletionListener;
import dev.evolve.app.serving.engine.EngineLoad;
import dev.evolve.app.serving.engine.ServedModel;
import dev.evolve.app.serving.engine.Tokenizer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * An engine whose tokens come when the test says so, or at once by a rule. Each running call holds
 * one block.
 */
final class FakeEngine implements CompletionEngine {

  static final int CONTEXT = 4_096;

  /** Finishes a call at once with the prompt repeated until it is long enough. */
  static final Consumer<Call> ECHO =
      call -> {
        for (int i = 0; i < call.call().maxTokens(); i++) {
          call.say(Character.toString(call.call().prompt().get(i % call.call().prompt().size())));
        }
        call.finish(CompletionEnd.Reason.LENGTH);
      };

  private static final long WAIT_SECONDS = 20;

  private final ConcurrentHashMap<String, Call> open = new ConcurrentHashMap<>();
  private final BlockingQueue<Call> submitted = new LinkedBlockingQueue<>();
  private final BlockingQueue<String> cancelled = new LinkedBlockingQueue<>();
  private final CompletableFuture<Void> drained = new CompletableFuture<>();
  private volatile Consumer<Call> rule = call -> {};
  private volatile boolean isRunning = true;

  /** What happens to each call that is submitted from now on. */
  void on(Consumer<Call> next) {
    rule = next;
  }

  /** The next call that was submitted and not taken yet. */
  Call next() throws InterruptedException {
    Call call = submitted.poll(WAIT_SECONDS, TimeUnit.SECONDS);
    if (call == null) {
      throw new AssertionError("no call was submitted");
    }
    return call;
  }

  /** Reason of the next cancellation. */
  String nextCancelled() throws InterruptedException {
    String reason = cancelled.poll(WAIT_SECONDS, TimeUnit.SECONDS);
    if (reason == null) {
      throw new AssertionError("nothing was cancelled");
    }
    return reason;
  }

  boolean hasCalls() {
    return !submitted.isEmpty();
  }

  /** From now on the engine is broken. */
  void breakDown() {
    isRunning = false;
  }

  @Override
  public ServedModel model() {
    return new ServedModel("tiny", "seeded-1", CONTEXT, 1_700_000_000, new CodePoints());
  }

  @Override
  public Ticket submit(CompletionCall call, CompletionListener listener) {
    Call taken = new Call(call, listener);
    open.put(call.id(), taken);
    listener.accepted();
    rule.accept(taken);
    submitted.add(taken);
    return new Ticket(call.id());
  }

  @Override
  public void cancel(Ticket ticket, String reason) {
    Call call = open.get(ticket.id());
    if (call != null) {
      call.end(new CompletionEnd.Cancelled(reason));
      cancelled.add(reason);
    }
  }

  @Override
  public CompletableFuture<EngineLoad> load() {
    if (!isRunning) {
      return CompletableFuture.failedFuture(new IllegalStateException("broken"));
    }
    return CompletableFuture.completedFuture(
        new EngineLoad(
            running(), 0, new EngineLoad.Blocks(running(), 0, 64), EngineLoad.NONE.work()));
  }

  int running() {
    return open.size();
  }

  @Override
  public boolean isRunning() {
    return isRunning;
  }

  @Override
  public CompletableFuture<Void> drain() {
    drained.complete(null);
    return drained;
  }

  @Override
  public void close() {
    List<Call> left = new ArrayList<>(open.values());
    left.forEach(call -> call.end(new CompletionEnd.Cancelled("closed")));
  }

  /** A call, and what the test may do to it. */
  final class Call {
    private final CompletionCall asked;
    private final CompletionListener listener;
    private int said;

    Call(CompletionCall asked, CompletionListener listener) {
      this.asked = asked;
      this.listener = listener;
    }

    CompletionCall call() {
      return asked;
    }

    CompletionListener listener() {
      return listener;
    }

    /** Generates a text, a token a character. */
    Call say(String text) {
      text.codePoints().mapToObj(Character::toString).forEach(listener::text);
      said += text.codePointCount(0, text.length());
      return this;
    }

    void finish(CompletionEnd.Reason reason) {
      end(new CompletionEnd.Finished(reason, said));
    }

    void end(CompletionEnd end) {
      open.remove(asked.id());
      listener.ended(end);
    }
  }

  /** A token for each character below 256. */
  record CodePoints() implements Tokenizer {
    @Override
    public int size() {
      return 256;
    }

    @Override
    public List<Integer> encode(String text) {
      return text.codePoints().boxed().toList();
    }
  }
}
