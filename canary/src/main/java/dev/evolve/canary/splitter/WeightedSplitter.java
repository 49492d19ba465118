package dev.evolve.canary.splitter;

import dev.evolve.canary.http.HttpConnection;
import dev.evolve.canary.http.HttpException;
import dev.evolve.canary.http.HttpPool;
import dev.evolve.canary.time.MonotonicClock;
import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import dev.evolve.measure.Arm;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A reverse proxy on a loopback port that sends each request to the baseline or to the candidate.
 * The baseline is always there: a weight of 0, a candidate that was taken out, or one that cannot
 * be reached leaves it serving everything. No request that reached a service is sent again.
 *
 * <p>Each answer says in {@value #ARM_HEADER} who gave it and in {@value #NUMBER_HEADER} which
 * request of a {@link TrafficRecording} it belongs to.
 */
public final class WeightedSplitter implements Closeable {

  /** Which arm gave the answer. */
  public static final String ARM_HEADER = "Evolve-Arm";

  /** Number of the request. */
  public static final String NUMBER_HEADER = "Evolve-Request";

  private static final Logger LOG = LoggerFactory.getLogger(WeightedSplitter.class);

  private final SplitterSettings settings;
  private final ServerSocketChannel server;
  private final ScheduledExecutorService timer;
  private final ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor();
  private final Set<HttpConnection> connections = ConcurrentHashMap.newKeySet();
  private final HttpPool baseline;
  private final HttpPool candidate;
  private final ArmRouter router;
  private final RequestRelay relay;
  private final InFlight requests = new InFlight();
  private volatile boolean closing;

  private WeightedSplitter(
      ServerSocketChannel server,
      SocketAddress baseline,
      SocketAddress candidate,
      long seed,
      SplitterSettings settings,
      MonotonicClock clock) {
    this.settings = settings;
    this.server = server;
    this.timer = Executors.newSingleThreadScheduledExecutor(WeightedSplitter::timerThread);
    this.baseline = pool(baseline);
    this.candidate = pool(candidate);
    this.router = new ArmRouter(seed);
    this.relay = new RequestRelay(this.baseline, this.candidate, router, settings, clock);
  }

  /**
   * Starts one, with weight 0.
   *
   * @param baseline where the baseline listens, as a rule a Unix socket
   * @param candidate where the candidate listens
   * @param seed seed of the split
   */
  public static WeightedSplitter start(
      SocketAddress baseline,
      SocketAddress candidate,
      long seed,
      SplitterSettings settings,
      MonotonicClock clock) {
    try {
      ServerSocketChannel server = ServerSocketChannel.open();
      server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 128);
      WeightedSplitter splitter =
          new WeightedSplitter(server, baseline, candidate, seed, settings, clock);
      Thread.ofVirtual().name("canary-splitter").start(splitter::acceptClients);
      return splitter;
    } catch (IOException e) {
      throw new EvolveException(
          ErrorCode.OUT_OF_RESOURCES,
          "the traffic splitter found no loopback port to listen on: " + e.getMessage(),
          e);
    }
  }

  private HttpPool pool(SocketAddress address) {
    return new HttpPool(address, settings.limits(), timer, settings.upstreamConnections());
  }

  private static Thread timerThread(Runnable work) {
    return Thread.ofPlatform().name("canary-deadlines").daemon(true).unstarted(work);
  }

  /** Where it listens. */
  public InetSocketAddress address() {
    try {
      return (InetSocketAddress) server.getLocalAddress();
    } catch (IOException e) {
      throw new IllegalStateException("the address of a closed splitter was asked for", e);
    }
  }

  /** The share of the requests that go to the candidate. */
  public double weight() {
    return router.weight();
  }

  /** Changes that share, from the next request on. */
  public void setWeight(double weight) {
    router.setWeight(weight);
  }

  /** Records what comes from now on; ends any earlier recording. */
  public TrafficRecording record() {
    return relay.record();
  }

  /** Ends the recording, if there is one. */
  public void endRecording() {
    relay.endRecording();
  }

  /** The connections to one arm, for health checks and warm-up beside the traffic. */
  public HttpPool direct(Arm arm) {
    return arm == Arm.BASELINE ? baseline : candidate;
  }

  /**
   * Takes the candidate out for good, after its last request is answered.
   *
   * @param limit how long to wait for that
   * @return false if requests were still under way and were cut off
   */
  public boolean retireCandidate(Duration limit) throws InterruptedException {
    router.setWeight(0);
    try {
      return relay.drainCandidate(limit);
    } finally {
      candidate.close();
    }
  }

  private void acceptClients() {
    while (!closing) {
      try {
        acceptClient(server.accept());
      } catch (IOException e) {
        if (!closing) {
          LOG.warn("the traffic splitter could not accept a client: {}", e.toString());
        }
        if (!server.isOpen()) {
          return;
        }
      }
    }
  }

  private void acceptClient(SocketChannel channel) throws IOException {
    HttpConnection connection = HttpConnection.accepted(channel, timer);
    if (closing || connections.size() >= settings.clientConnections()) {
      connection.close();
      return;
    }
    connections.add(connection);
    clients.execute(() -> serveClient(connection));
  }

  private void serveClient(HttpConnection connection) {
    try (connection) {
      boolean more = true;
      while (more && !closing) {
        more = serveRequest(connection);
      }
    } catch (IOException e) {
      LOG.debug("a client of the traffic splitter went away: {}", e.toString());
    } finally {
      connections.remove(connection);
    }
  }

  private boolean serveRequest(HttpConnection connection) throws IOException {
    HttpConnection.Received received;
    try {
      received = read(connection);
    } catch (HttpException e) {
      RequestRelay.refuse(connection, e.status(), e.getMessage());
      return false;
    }
    if (received == null || !requests.enter()) {
      return false;
    }
    try {
      return relay.relay(connection, received);
    } finally {
      requests.leave();
    }
  }

  private HttpConnection.@Nullable Received read(HttpConnection connection) throws IOException {
    HttpConnection.Deadline deadline = connection.within(settings.clientTimeout());
    try {
      return connection.readRequest(settings.limits());
    } finally {
      deadline.close();
    }
  }

  /** Answers what is under way, at most for the time of one exchange, then lets everything go. */
  @Override
  public void close() {
    closing = true;
    try {
      server.close();
      if (!requests.shutAndDrain(settings.upstreamTimeout())) {
        LOG.warn("the traffic splitter was closed with requests under way");
      }
    } catch (IOException e) {
      LOG.warn("the traffic splitter's port did not close: {}", e.toString());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      connections.forEach(HttpConnection::close);
      baseline.close();
      candidate.close();
      clients.shutdown();
      timer.shutdownNow();
    }
  }
}
