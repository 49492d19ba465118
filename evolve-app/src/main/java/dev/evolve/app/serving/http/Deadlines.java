package dev.evolve.app.serving.http;

import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.util.concurrent.ScheduledFuture;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Watches how long one connection takes over its requests; stands before the decoder, where a
 * request's first byte is seen. A request that is not read in time raises {@link
 * ConnectionEvent#REQUEST_TIMED_OUT}; a connection without a request is closed in silence.
 *
 * <p>States: idle (no byte of a request yet), reading, answering. Bytes move idle to reading;
 * {@code REQUEST_READ} moves reading to answering; {@code ANSWERED} moves to idle, or to reading if
 * bytes came meanwhile.
 */
final class Deadlines extends ChannelDuplexHandler {

  private enum State {
    IDLE,
    READING,
    ANSWERING
  }

  private final ServerLimits.Times times;
  private State state = State.IDLE;
  private boolean hasMore;
  private @Nullable ScheduledFuture<?> timer;

  Deadlines(ServerLimits.Times times) {
    this.times = times;
  }

  @Override
  public void channelActive(ChannelHandlerContext context) {
    becomeIdle(context);
    context.fireChannelActive();
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    switch (state) {
      case IDLE -> becomeReading(context);
      case READING -> {
        // One time for the whole request: a byte now and then does not stretch it.
      }
      case ANSWERING -> hasMore = true;
    }
    context.fireChannelRead(message);
  }

  /** Hears what handlers behind this one tell through the pipeline. */
  @Override
  public void userEventTriggered(ChannelHandlerContext context, Object event) {
    if (event == ConnectionEvent.REQUEST_READ) {
      stop();
      state = State.ANSWERING;
      hasMore = false;
    } else if (event == ConnectionEvent.ANSWERED) {
      if (hasMore) {
        becomeReading(context);
      } else {
        becomeIdle(context);
      }
    }
    context.fireUserEventTriggered(event);
  }

  @Override
  public void handlerRemoved(ChannelHandlerContext context) {
    stop();
  }

  private void becomeIdle(ChannelHandlerContext context) {
    state = State.IDLE;
    schedule(context, times.keepAlive(), context::close);
  }

  private void becomeReading(ChannelHandlerContext context) {
    state = State.READING;
    schedule(
        context,
        times.request(),
        () -> context.fireUserEventTriggered(ConnectionEvent.REQUEST_TIMED_OUT));
  }

  private void schedule(ChannelHandlerContext context, Duration after, Runnable action) {
    stop();
    timer = context.executor().schedule(action, after.toNanos(), TimeUnit.NANOSECONDS);
  }

  private void stop() {
    if (timer != null) {
      timer.cancel(false);
      timer = null;
    }
  }
}
