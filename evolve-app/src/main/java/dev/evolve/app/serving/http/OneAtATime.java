package dev.evolve.app.serving.http;

import io.netty.buffer.ByteBufHolder;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import java.util.ArrayDeque;

/**
 * Makes pipelining safe: while a request of a connection is being answered, what the client sends
 * behind it waits here. Past a limit nothing more is read from it; such a client's leaving is then
 * noticed by the next write.
 */
final class OneAtATime extends ChannelInboundHandlerAdapter {

  private static final int MOST_PARTS = 64;
  private static final int MOST_BYTES = 256 << 10;

  private final ArrayDeque<Object> waiting = new ArrayDeque<>();
  private int waitingBytes;
  private boolean isBusy;

  @Override
  public void channelRead(ChannelHandlerContext context, Object part) {
    if (isBusy || !waiting.isEmpty()) {
      hold(context, part);
    } else {
      pass(context, part);
    }
  }

  private void hold(ChannelHandlerContext context, Object part) {
    waiting.add(part);
    waitingBytes += bytes(part);
    if (waiting.size() >= MOST_PARTS || waitingBytes >= MOST_BYTES) {
      context.channel().config().setAutoRead(false);
    }
  }

  private void pass(ChannelHandlerContext context, Object part) {
    if (part instanceof LastHttpContent) {
      isBusy = true;
    }
    context.fireChannelRead(part);
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext context, Object event) {
    context.fireUserEventTriggered(event);
    if (event == ConnectionEvent.ANSWERED) {
      isBusy = false;
      release(context);
    }
  }

  private void release(ChannelHandlerContext context) {
    while (!isBusy) {
      Object part = waiting.poll();
      if (part == null) {
        context.channel().config().setAutoRead(true);
        return;
      }
      waitingBytes -= bytes(part);
      pass(context, part);
    }
  }

  private static int bytes(Object part) {
    return part instanceof ByteBufHolder holder ? holder.content().readableBytes() : 0;
  }

  @Override
  public void handlerRemoved(ChannelHandlerContext context) {
    waiting.forEach(ReferenceCountUtil::release);
    waiting.clear();
  }
}
