package dev.evolve.app.serving.http;

import dev.evolve.app.serving.api.RequestReader;
import dev.evolve.app.serving.engine.CompletionEngine;
import dev.evolve.app.serving.metrics.ServingMetrics;
import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import dev.evolve.loop.port.IdSource;
import dev.evolve.loop.port.SeedSource;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelOption;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerDomainSocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Serves an engine over HTTP/1.1, on TCP and on Unix domain sockets. {@link #drain} is the gentle
 * way down; {@link #close} ends connections at once.
 */
public final class CompletionServer implements AutoCloseable {

  private static final int THREADS = 2;
  private static final int BACKLOG = 1_024;
  private static final WriteBufferWaterMark WATER_MARK =
      new WriteBufferWaterMark(8 << 10, 32 << 10);
  private static final Duration GOODBYE = Duration.ofSeconds(2);

  private final ServerParts parts;
  private final MultiThreadIoEventLoopGroup loops =
      new MultiThreadIoEventLoopGroup(THREADS, NioIoHandler.newFactory());
  private final ChannelGroup connections = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
  private final List<Channel> listeners = new ArrayList<>();
  private final List<SocketFile> files = new ArrayList<>();

  /**
   * @param engine generates; the caller closes it after this server
   * @param metrics counts
   * @param limits bounds
   * @param sources where ids, seeds and dates come from
   */
  public CompletionServer(
      CompletionEngine engine, ServingMetrics metrics, ServerLimits limits, Sources sources) {
    this.parts =
        new ServerParts(
            engine,
            new RequestReader(engine.model(), sources.seeds()),
            metrics,
            limits,
            new ServerState(),
            sources.ids(),
            sources.clock());
  }

  /**
   * Where what is new each time comes from.
   *
   * @param ids ids of requests
   * @param seeds seeds of requests that bring none
   * @param clock dates of answers
   */
  public record Sources(IdSource ids, SeedSource seeds, InstantSource clock) {}

  /**
   * Listens on TCP.
   *
   * @return the port, chosen by the system if 0 was asked for
   * @throws EvolveException if the address cannot be listened on
   */
  public int listen(String host, int port) {
    InetSocketAddress address = new InetSocketAddress(host, port);
    if (address.isUnresolved()) {
      throw new EvolveException(ErrorCode.INVALID_REQUEST, "no address is known for host " + host);
    }
    Channel channel =
        bind(
            bootstrap(NioServerSocketChannel.class).option(ChannelOption.SO_REUSEADDR, true),
            address);
    return ((InetSocketAddress) channel.localAddress()).getPort();
  }

  /**
   * Listens on a Unix domain socket; its file is removed when the server closes.
   *
   * @throws EvolveException if the path cannot be listened on
   */
  public void listen(Path socket) {
    SocketFile file = SocketFile.prepare(socket);
    var unused = bind(bootstrap(NioServerDomainSocketChannel.class), file.address());
    files.add(file);
  }

  private ServerBootstrap bootstrap(Class<? extends ServerChannel> type) {
    return new ServerBootstrap()
        .group(loops)
        .channel(type)
        .option(ChannelOption.SO_BACKLOG, BACKLOG)
        .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, WATER_MARK)
        .childHandler(new ConnectionSetup(parts, connections));
  }

  private Channel bind(ServerBootstrap bootstrap, SocketAddress address) {
    ChannelFuture bound = bootstrap.bind(address).awaitUninterruptibly();
    if (!bound.isSuccess()) {
      throw new EvolveException(
          ErrorCode.PORT_IN_USE,
          "cannot listen on %s: %s; choose another or stop what listens there"
              .formatted(address, bound.cause().getMessage()),
          bound.cause());
    }
    listeners.add(bound.channel());
    return bound.channel();
  }

  /** Whether the server has begun to drain. */
  public boolean isDraining() {
    return parts.state().isDraining();
  }

  /**
   * Takes no new completions, which are answered with 503 as {@code /healthz} is, and waits for
   * those under way as long as the limits allow; then cancels them.
   *
   * @return whether all of them finished by themselves
   */
  public boolean drain() throws InterruptedException {
    CompletableFuture<Void> drained = parts.state().drain();
    boolean isGentle = await(drained, parts.limits().times().drain());
    if (!isGentle) {
      parts.state().running().forEach(completion -> completion.abort("drain_timeout"));
      var unused = await(drained, GOODBYE);
    }
    var unused = await(parts.engine().drain(), GOODBYE);
    return isGentle;
  }

  private static boolean await(CompletableFuture<Void> future, Duration longest)
      throws InterruptedException {
    try {
      future.get(longest.toNanos(), TimeUnit.NANOSECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (ExecutionException e) {
      throw new IllegalStateException("draining failed", e.getCause());
    }
  }

  @Override
  public void close() {
    listeners.forEach(listener -> listener.close().awaitUninterruptibly());
    connections.close().awaitUninterruptibly(GOODBYE.toMillis());
    files.forEach(SocketFile::remove);
    loops.shutdownGracefully(0, GOODBYE.toMillis(), TimeUnit.MILLISECONDS).awaitUninterruptibly();
  }
}
