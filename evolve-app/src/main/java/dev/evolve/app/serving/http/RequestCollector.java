package dev.evolve.app.serving.http;

import dev.evolve.app.serving.api.ApiError;
import dev.evolve.app.serving.http.ReceivedRequest.Line;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/**
 * Puts the parts of a request together and passes on a {@link ReceivedRequest}, or a {@link
 * RefusedRequest} as soon as it is known that it will be refused; what else comes of that one is
 * thrown away.
 */
final class RequestCollector extends ChannelInboundHandlerAdapter {

  private final HeadCheck check;
  private final int bodyBytes;
  private @Nullable Line line;
  private @Nullable HttpHeaders headers;
  private @Nullable ApiError refusal;
  private ByteArrayOutputStream body = new ByteArrayOutputStream(0);
  private boolean isDiscarding;

  RequestCollector(int bodyBytes) {
    this.check = new HeadCheck(bodyBytes);
    this.bodyBytes = bodyBytes;
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object part) {
    try {
      if (isDiscarding) {
        return;
      }
      if (part instanceof HttpRequest head) {
        begin(context, head);
      }
      if (part instanceof HttpContent content && !isDiscarding) {
        add(context, content);
      }
    } finally {
      ReferenceCountUtil.release(part);
    }
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext context, Object event) {
    if (event == ConnectionEvent.REQUEST_TIMED_OUT && !isDiscarding) {
      refuse(
          context,
          line == null ? Line.UNREADABLE : line,
          ApiError.caller(408, "request_timeout", "the request was not read within its time"));
    }
    context.fireUserEventTriggered(event);
  }

  private void begin(ChannelHandlerContext context, HttpRequest head) {
    if (head.decoderResult().isFailure()) {
      refuse(context, Line.UNREADABLE, HeadCheck.undecodable(head.decoderResult().cause()));
      return;
    }
    String path = head.uri().split("\\?", 2)[0];
    boolean isChunkable = head.protocolVersion().equals(HttpVersion.HTTP_1_1);
    Line first = new Line(head.method().name(), path, HttpUtil.isKeepAlive(head), isChunkable);
    line = first;
    headers = head.headers();
    body = new ByteArrayOutputStream((int) Math.min(HttpUtil.getContentLength(head, 0L), 8_192));
    ApiError broken = HeadCheck.framing(head);
    if (broken != null) {
      refuse(context, first, broken);
      return;
    }
    refusal = check.judge(head, path);
    if (refusal != null && hasBody(head)) {
      refuse(context, first, refusal);
    } else if (refusal == null && HttpUtil.is100ContinueExpected(head)) {
      context.writeAndFlush(
          new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.CONTINUE));
    }
  }

  private static boolean hasBody(HttpRequest head) {
    return HttpUtil.isTransferEncodingChunked(head) || HttpUtil.getContentLength(head, 0L) > 0;
  }

  private void add(ChannelHandlerContext context, HttpContent content) {
    Line first = line == null ? Line.UNREADABLE : line;
    if (content.decoderResult().isFailure()) {
      refuse(context, first, HeadCheck.undecodable(content.decoderResult().cause()));
    } else if (body.size() + content.content().readableBytes() > bodyBytes) {
      refuse(context, first, check.tooLarge());
    } else {
      append(content);
      if (content instanceof LastHttpContent) {
        complete(context, first);
      }
    }
  }

  private void append(HttpContent content) {
    try {
      content.content().readBytes(body, content.content().readableBytes());
    } catch (IOException e) {
      throw new UncheckedIOException("a buffer in memory refuses bytes", e);
    }
  }

  private void complete(ChannelHandlerContext context, Line first) {
    HttpHeaders all = headers;
    ApiError error = refusal;
    byte[] bytes = body.toByteArray();
    line = null;
    headers = null;
    refusal = null;
    body = new ByteArrayOutputStream(0);
    context.pipeline().fireUserEventTriggered(ConnectionEvent.REQUEST_READ);
    if (error != null) {
      context.fireChannelRead(new RefusedRequest(first, error));
    } else if (all != null) {
      context.fireChannelRead(new ReceivedRequest(first, all, bytes));
    }
  }

  /** Refuses a request that is not read to its end, which the connection does not survive. */
  private void refuse(ChannelHandlerContext context, Line first, ApiError error) {
    isDiscarding = true;
    Line last = new Line(first.method(), first.path(), false, first.isChunkable());
    context.pipeline().fireUserEventTriggered(ConnectionEvent.REQUEST_READ);
    context.fireChannelRead(new RefusedRequest(last, error));
  }
}
