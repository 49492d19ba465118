package dev.evolve.app.serving.http;

import dev.evolve.app.serving.api.Answers;
import dev.evolve.app.serving.api.ApiError;
import dev.evolve.app.serving.api.ApiException;
import dev.evolve.app.serving.api.CompletionRequest;
import dev.evolve.app.serving.api.CompletionRequest.Delivery;
import dev.evolve.app.serving.api.CompletionRequest.Dialect;
import dev.evolve.app.serving.engine.ServedModel;
import dev.evolve.json.Json;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.timeout.WriteTimeoutException;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Answers the requests of one connection, one after the other. */
final class ApiHandler extends ChannelInboundHandlerAdapter {

  private static final Logger LOG = LoggerFactory.getLogger(ApiHandler.class);
  private static final String PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8";
  private static final int LONGEST_LOAD_SECONDS = 10;
  private static final String PRIORITY = "x-evolve-priority";

  private final ServerParts parts;
  private @Nullable Completion completion;

  ApiHandler(ServerParts parts) {
    this.parts = parts;
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    switch (message) {
      case RefusedRequest refused ->
          new Responder(context, refused.line(), parts.metrics()).error(refused.error());
      case ReceivedRequest request -> answer(context, request);
      default -> throw new IllegalStateException("not a request: " + message);
    }
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext context) {
    if (completion != null && context.channel().isWritable()) {
      completion.writable();
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    leave("client_left");
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    if (cause instanceof WriteTimeoutException) {
      leave("slow_reader");
    } else if (cause instanceof IOException) {
      leave("client_left");
    } else {
      LOG.error("a connection broke", cause);
      leave("internal_error");
    }
    context.close();
  }

  private void leave(String reason) {
    if (completion != null) {
      completion.leave(reason);
    }
  }

  private void answer(ChannelHandlerContext context, ReceivedRequest request) {
    Responder responder = new Responder(context, request.line(), parts.metrics());
    try {
      dispatch(context, request, responder);
    } catch (ApiException e) {
      responder.error(e.error());
    }
  }

  private void dispatch(
      ChannelHandlerContext context, ReceivedRequest request, Responder responder) {
    String path = request.line().path();
    switch (Route.of(path)) {
      case COMPLETIONS -> complete(context, Dialect.TEXT, request, responder);
      case CHAT -> complete(context, Dialect.CHAT, request, responder);
      case MODELS -> responder.json(200, Answers.models(parts.engine().model()));
      case MODEL -> model(Route.modelId(path), responder);
      case HEALTH -> health(responder);
      case METRICS -> metrics(context, responder);
      case null -> throw new IllegalStateException("a path that was checked is gone: " + path);
    }
  }

  private void complete(
      ChannelHandlerContext context,
      Dialect dialect,
      ReceivedRequest received,
      Responder responder) {
    if (parts.state().isDraining()) {
      responder.error(ApiError.draining());
      return;
    }
    CompletionRequest request =
        parts.reader().read(dialect, received.body(), received.headers().get(PRIORITY, ""));
    String id = dialect.prefix() + parts.ids().nextId();
    Reply reply = reply(responder, id, request);
    completion = new Completion(parts, id, request, reply, responder, context.executor());
    completion.start();
  }

  private Reply reply(Responder responder, String id, CompletionRequest request) {
    Answers answers =
        new Answers(
            request.dialect(),
            id,
            parts.clock().instant().getEpochSecond(),
            parts.engine().model().id());
    return request.delivery() == Delivery.WHOLE
        ? new WholeReply(responder, answers)
        : new EventReply(
            responder, answers, request.delivery(), parts.limits().sizes().streamBytes());
  }

  private void metrics(ChannelHandlerContext context, Responder responder) {
    var unused =
        parts
            .engine()
            .load()
            .orTimeout(LONGEST_LOAD_SECONDS, TimeUnit.SECONDS)
            .whenCompleteAsync(
                (load, failure) -> {
                  if (failure == null) {
                    responder.text(200, PROMETHEUS, parts.metrics().scrape(load));
                  } else {
                    responder.error(ApiError.loadUnknown());
                  }
                },
                context.executor());
  }

  private void model(String id, Responder responder) {
    ServedModel model = parts.engine().model();
    if (id.equals(model.id())) {
      responder.json(200, Answers.model(model));
    } else {
      responder.error(ApiError.unknownModel(id, model.id()));
    }
  }

  private void health(Responder responder) {
    String status =
        !parts.engine().isRunning() ? "broken" : parts.state().isDraining() ? "draining" : "ok";
    responder.json(
        status.equals("ok") ? 200 : 503,
        Json.mapper()
            .createObjectNode()
            .put("status", status)
            .put("model", parts.engine().model().id())
            .put("weights_version", parts.engine().model().weightsVersion()));
  }
}
