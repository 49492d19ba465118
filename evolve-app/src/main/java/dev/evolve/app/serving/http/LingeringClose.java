package dev.evolve.app.serving.http;

import io.netty.channel.Channel;
import io.netty.channel.socket.DuplexChannel;
import java.util.concurrent.TimeUnit;

/**
 * Closes a connection whose client may still be sending: its own direction first, the rest when the
 * client has closed too or a second has passed. Closing at once would make the kernel reset the
 * connection, and the client might lose the answer that it has not read yet.
 */
final class LingeringClose {

  private static final int MOST_SECONDS = 1;

  private LingeringClose() {}

  static void of(Channel channel) {
    if (!(channel instanceof DuplexChannel duplex) || !channel.isActive()) {
      channel.close();
      return;
    }
    channel.config().setAutoRead(true);
    duplex.shutdownOutput();
    channel.eventLoop().schedule(() -> channel.close(), MOST_SECONDS, TimeUnit.SECONDS);
  }
}
