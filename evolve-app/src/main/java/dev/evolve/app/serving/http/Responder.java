package dev.evolve.app.serving.http;

import dev.evolve.app.serving.api.ApiError;
import dev.evolve.app.serving.http.ReceivedRequest.Line;
import dev.evolve.app.serving.metrics.ServingMetrics;
import dev.evolve.json.Json;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import java.nio.charset.StandardCharsets;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Writes the one answer of one request; used on its connection's thread only. After the answer the
 * connection takes its next request or ends.
 */
final class Responder {

  /** Takes a line a request at level INFO. */
  private static final Logger ACCESS = LoggerFactory.getLogger("dev.evolve.app.serving.access");

  private static final String JSON = "application/json";

  private final ChannelHandlerContext context;
  private final Line line;
  private final ServingMetrics metrics;
  private final long begunNanos = System.nanoTime();
  private int status;
  private boolean isDone;

  Responder(ChannelHandlerContext context, Line line, ServingMetrics metrics) {
    this.context = context;
    this.line = line;
    this.metrics = metrics;
  }

  boolean isWritable() {
    return context.channel().isWritable();
  }

  /** Whether an answer has begun. */
  boolean hasBegun() {
    return status != 0;
  }

  void json(int code, ObjectNode body) {
    whole(head(code, JSON), Json.writeBytes(body));
  }

  void text(int code, String type, String body) {
    whole(head(code, type), body.getBytes(StandardCharsets.UTF_8));
  }

  void error(ApiError error) {
    HttpResponse head = head(error.status(), JSON);
    if (error.retryAfterSeconds() > 0) {
      head.headers().set(HttpHeaderNames.RETRY_AFTER, error.retryAfterSeconds());
    }
    Route route = Route.of(line.path());
    if (error.status() == 405 && route != null) {
      head.headers().set(HttpHeaderNames.ALLOW, route.allowed());
    }
    whole(head, Json.writeBytes(error.json()));
  }

  /** Begins an answer of events. */
  void beginEvents() {
    HttpResponse head = head(200, "text/event-stream; charset=utf-8");
    head.headers().set("x-accel-buffering", "no");
    if (line.isChunkable()) {
      head.headers().set(HttpHeaderNames.TRANSFER_ENCODING, HttpHeaderValues.CHUNKED);
    } else {
      head.headers().set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
    }
    context.writeAndFlush(head);
  }

  /** Sends an event; its data are one line. */
  void event(byte[] data) {
    byte[] begin = {'d', 'a', 't', 'a', ':', ' '};
    byte[] end = {'\n', '\n'};
    ByteBuf event = Unpooled.wrappedBuffer(begin, data, end);
    context.writeAndFlush(new DefaultHttpContent(event));
  }

  void endEvents() {
    end(context.writeAndFlush(LastHttpContent.EMPTY_LAST_CONTENT), line.isChunkable());
  }

  /** Notes that the client left before its answer was complete, and closes. */
  void abandon() {
    if (!isDone) {
      isDone = true;
      note(499);
      context.close();
    }
  }

  private HttpResponse head(int code, String type) {
    status = code;
    HttpResponse head =
        new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.valueOf(code));
    head.headers()
        .set(HttpHeaderNames.CONTENT_TYPE, type)
        .set(HttpHeaderNames.CACHE_CONTROL, HttpHeaderValues.NO_STORE);
    if (!line.keepsAlive()) {
      head.headers().set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
    } else if (!line.isChunkable()) {
      head.headers().set(HttpHeaderNames.CONNECTION, HttpHeaderValues.KEEP_ALIVE);
    }
    return head;
  }

  private void whole(HttpResponse head, byte[] body) {
    head.headers().set(HttpHeaderNames.CONTENT_LENGTH, body.length);
    ByteBuf content = line.isHead() ? Unpooled.EMPTY_BUFFER : Unpooled.wrappedBuffer(body);
    DefaultFullHttpResponse answer =
        new DefaultFullHttpResponse(head.protocolVersion(), head.status(), content);
    answer.headers().set(head.headers());
    end(context.writeAndFlush(answer), true);
  }

  private void end(ChannelFuture written, boolean isDelimited) {
    isDone = true;
    note(status);
    if (line.keepsAlive() && isDelimited) {
      context.pipeline().fireUserEventTriggered(ConnectionEvent.ANSWERED);
    } else {
      written.addListener(ignored -> LingeringClose.of(context.channel()));
    }
  }

  private void note(int code) {
    metrics.answered(Route.label(line.path()), code);
    ACCESS.info(
        "{} \"{} {}\" {} {} ms",
        Peers.name(context.channel()),
        line.method(),
        line.path(),
        code,
        (System.nanoTime() - begunNanos) / 1_000_000);
  }
}
