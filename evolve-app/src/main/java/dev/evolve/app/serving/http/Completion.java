package dev.evolve.app.serving.http;

import dev.evolve.app.serving.api.Answers.Usage;
import dev.evolve.app.serving.api.ApiError;
import dev.evolve.app.serving.api.CompletionRequest;
import dev.evolve.app.serving.engine.CompletionCall;
import dev.evolve.app.serving.engine.CompletionEnd;
import dev.evolve.app.serving.engine.CompletionEnd.Cancelled;
import dev.evolve.app.serving.engine.CompletionEnd.Failed;
import dev.evolve.app.serving.engine.CompletionEnd.Finished;
import dev.evolve.app.serving.engine.CompletionEnd.Refused;
import dev.evolve.app.serving.engine.CompletionEngine.Ticket;
import dev.evolve.app.serving.engine.CompletionListener;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One completion between engine and client. The engine's news hop to the connection's thread, on
 * which all else happens; once it is over, later news are ignored.
 */
final class Completion implements CompletionListener {

  private static final Logger LOG = LoggerFactory.getLogger(Completion.class);

  private final ServerParts parts;
  private final CompletionCall call;
  private final Reply reply;
  private final Responder responder;
  private final Executor connection;
  private final long begunNanos;
  private @Nullable Ticket ticket;
  private long firstTextNanos;
  private long lastTextNanos;
  private boolean isOver;

  Completion(
      ServerParts parts,
      String id,
      CompletionRequest request,
      Reply reply,
      Responder responder,
      Executor connection) {
    this.parts = parts;
    this.call =
        new CompletionCall(
            id,
            request.prompt(),
            request.maxTokens(),
            request.sampling(),
            request.ending(),
            request.priority());
    this.reply = reply;
    this.responder = responder;
    this.connection = connection;
    this.begunNanos = System.nanoTime();
  }

  /** Begins, or answers that the server drains. */
  void start() {
    if (parts.state().begin(this)) {
      ticket = parts.engine().submit(call, this);
    } else {
      isOver = true;
      reply.failed(ApiError.draining());
    }
  }

  @Override
  public void accepted() {
    hop(this::onAccepted);
  }

  @Override
  public void text(String more) {
    hop(() -> onText(more));
  }

  @Override
  public void ended(CompletionEnd end) {
    hop(() -> onEnd(end));
  }

  /** The client can take more again. */
  void writable() {
    if (!isOver) {
      reply.writable();
    }
  }

  /** The client is gone, or is given up; called on the connection's thread. */
  void leave(String reason) {
    if (!isOver) {
      responder.abandon();
      cancel(reason);
      over();
    }
  }

  /** The server ends it; may be called from any thread. */
  void abort(String reason) {
    hop(
        () -> {
          if (!isOver) {
            cancel(reason);
            reply.failed(ApiError.cancelled(reason));
            over();
          }
        });
  }

  private void hop(Runnable news) {
    try {
      connection.execute(news);
    } catch (RejectedExecutionException e) {
      LOG.debug("the server has closed, and {} with it", call.id());
    }
  }

  private void onAccepted() {
    if (!isOver) {
      reply.accepted();
    }
  }

  private void onText(String more) {
    if (isOver) {
      return;
    }
    measure();
    if (!reply.text(more)) {
      leave("slow_reader");
    }
  }

  private void measure() {
    long now = System.nanoTime();
    if (firstTextNanos == 0) {
      firstTextNanos = now;
      parts.metrics().firstToken(Duration.ofNanos(now - begunNanos));
    } else {
      parts.metrics().nextText(Duration.ofNanos(now - lastTextNanos));
    }
    lastTextNanos = now;
  }

  private void onEnd(CompletionEnd end) {
    if (isOver) {
      return;
    }
    switch (end) {
      case Finished finished -> finish(finished);
      case Refused refused -> fail(ApiError.refused(refused.why(), refused.message()));
      case Cancelled cancelled -> {
        parts.metrics().cancelled("engine");
        fail(ApiError.cancelled(cancelled.reason()));
      }
      case Failed failed -> {
        LOG.error("request {} failed", call.id(), failed.cause());
        fail(ApiError.internal(call.id()));
      }
    }
  }

  private void finish(Finished end) {
    String reason = end.reason().wireName();
    parts.metrics().finished(reason, Duration.ofNanos(System.nanoTime() - begunNanos));
    if (end.tokens() > 1 && firstTextNanos != 0) {
      long perToken = (lastTextNanos - firstTextNanos) / (end.tokens() - 1);
      parts.metrics().perToken(Duration.ofNanos(perToken));
    }
    reply.finished(end.reason(), new Usage(call.prompt().size(), end.tokens()));
    over();
  }

  private void fail(ApiError error) {
    reply.failed(error);
    over();
  }

  private void cancel(String reason) {
    parts.metrics().cancelled(reason);
    if (ticket != null) {
      parts.engine().cancel(ticket, reason);
    }
  }

  private void over() {
    isOver = true;
    parts.state().end(this);
  }
}
