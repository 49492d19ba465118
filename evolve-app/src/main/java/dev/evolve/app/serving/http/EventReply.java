package dev.evolve.app.serving.http;

import dev.evolve.app.serving.api.Answers;
import dev.evolve.app.serving.api.Answers.Usage;
import dev.evolve.app.serving.api.ApiError;
import dev.evolve.app.serving.api.CompletionRequest.Delivery;
import dev.evolve.app.serving.api.CompletionRequest.Dialect;
import dev.evolve.app.serving.engine.CompletionEnd.Reason;
import dev.evolve.json.Json;
import java.nio.charset.StandardCharsets;
import tools.jackson.databind.node.ObjectNode;

/**
 * Server-sent events as the text comes. While the client does not keep up, text gathers here and
 * goes out in one event later; past a limit the client is given up, so that a slow reader costs a
 * bounded amount of memory.
 */
final class EventReply implements Reply {

  private static final byte[] DONE = "[DONE]".getBytes(StandardCharsets.US_ASCII);

  private final Responder responder;
  private final Answers answers;
  private final Delivery delivery;
  private final int mostHeld;
  private final StringBuilder held = new StringBuilder();

  EventReply(Responder responder, Answers answers, Delivery delivery, int mostHeld) {
    this.responder = responder;
    this.answers = answers;
    this.delivery = delivery;
    this.mostHeld = mostHeld;
  }

  @Override
  public void accepted() {
    responder.beginEvents();
    if (answers.dialect() == Dialect.CHAT) {
      send(answers.role());
    }
  }

  @Override
  public boolean text(String more) {
    held.append(more);
    if (responder.isWritable()) {
      release();
    }
    return held.length() <= mostHeld;
  }

  @Override
  public void writable() {
    release();
  }

  @Override
  public void finished(Reason reason, Usage usage) {
    release();
    send(answers.finish(reason));
    if (delivery == Delivery.STREAM_WITH_USAGE) {
      send(answers.usage(usage));
    }
    end();
  }

  @Override
  public void failed(ApiError error) {
    if (responder.hasBegun()) {
      release();
      send(error.json());
      end();
    } else {
      responder.error(error);
    }
  }

  private void release() {
    if (!held.isEmpty()) {
      send(answers.delta(held.toString()));
      held.setLength(0);
    }
  }

  private void end() {
    responder.event(DONE);
    responder.endEvents();
  }

  private void send(ObjectNode event) {
    responder.event(Json.writeBytes(event));
  }
}
