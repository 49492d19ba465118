package dev.evolve.app.serving.http;

import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.group.ChannelGroup;
import io.netty.handler.codec.http.HttpResponseEncoder;
import io.netty.handler.timeout.WriteTimeoutHandler;
import java.util.concurrent.TimeUnit;

/** Puts the handlers of a new connection in their order. */
final class ConnectionSetup extends ChannelInitializer<Channel> {

  private final ServerParts parts;
  private final ChannelGroup connections;

  ConnectionSetup(ServerParts parts, ChannelGroup connections) {
    this.parts = parts;
    this.connections = connections;
  }

  @Override
  protected void initChannel(Channel channel) {
    ServerLimits limits = parts.limits();
    if (connections.size() >= limits.connections()) {
      channel.close();
      return;
    }
    connections.add(channel);
    ChannelPipeline pipeline = channel.pipeline();
    pipeline.addLast(new Deadlines(limits.times()));
    pipeline.addLast(new StrictRequestDecoder(limits.sizes().headerBytes()));
    pipeline.addLast(new HttpResponseEncoder());
    pipeline.addLast(
        new WriteTimeoutHandler(limits.times().write().toMillis(), TimeUnit.MILLISECONDS));
    pipeline.addLast(new OneAtATime());
    pipeline.addLast(new RequestCollector(limits.sizes().bodyBytes()));
    pipeline.addLast(new ApiHandler(parts));
  }
}
