package dev.evolve.app.serving.http;

import io.netty.channel.Channel;
import java.net.InetSocketAddress;

/** Names the other end of a connection for a log. */
final class Peers {

  private Peers() {}

  static String name(Channel channel) {
    return channel.remoteAddress() instanceof InetSocketAddress peer
        ? peer.getAddress().getHostAddress()
        : "unix";
  }
}
