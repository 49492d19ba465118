package dev.evolve.canary.splitter;

import dev.evolve.canary.http.HttpConnection;
import dev.evolve.canary.http.HttpHead;
import dev.evolve.canary.http.HttpHead.Header;
import dev.evolve.canary.http.HttpPool;
import dev.evolve.canary.http.HttpRequest;
import dev.evolve.canary.http.UnreachableException;
import dev.evolve.canary.time.MonotonicClock;
import dev.evolve.measure.Arm;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Takes one request to an arm and its answer back, and records how that went: failed if there is no
 * whole answer or a status of 500 and above, otherwise the time from the request to the last byte
 * that the service sent. A client that goes away before that is nobody's failure and not recorded.
 */
final class RequestRelay {

  private static final int BUFFER_BYTES = 16 * 1024;

  private final HttpPool baseline;
  private final HttpPool candidate;
  private final ArmRouter router;
  private final SplitterSettings settings;
  private final MonotonicClock clock;
  private final InFlight candidateRequests = new InFlight();
  private final AtomicLong numbers = new AtomicLong();
  private volatile @Nullable TrafficRecording recording;

  RequestRelay(
      HttpPool baseline,
      HttpPool candidate,
      ArmRouter router,
      SplitterSettings settings,
      MonotonicClock clock) {
    this.baseline = baseline;
    this.candidate = candidate;
    this.router = router;
    this.settings = settings;
    this.clock = clock;
  }

  /** The client went away while it was being answered. */
  private static final class ClientGoneException extends IOException {
    private static final long serialVersionUID = 1L;

    ClientGoneException(IOException cause) {
      super(cause);
    }
  }

  /** One request on its way. */
  private record Passage(
      HttpConnection client,
      HttpConnection.Received received,
      long number,
      @Nullable TrafficRecording recording,
      long startNs) {}

  TrafficRecording record() {
    TrafficRecording next = new TrafficRecording();
    recording = next;
    return next;
  }

  void endRecording() {
    recording = null;
  }

  boolean drainCandidate(Duration limit) throws InterruptedException {
    return candidateRequests.shutAndDrain(limit);
  }

  /** Whether the client's connection can take another request. */
  boolean relay(HttpConnection client, HttpConnection.Received received) throws IOException {
    Passage passage =
        new Passage(client, received, numbers.getAndIncrement(), recording, clock.nanoTime());
    String stickyKey = stickyKey(received.request());
    boolean toCandidate =
        router.route(passage.number(), stickyKey) == Arm.CANDIDATE && candidateRequests.enter();
    if (!toCandidate) {
      return relayTo(Arm.BASELINE, baseline, passage);
    }
    try {
      return relayTo(Arm.CANDIDATE, candidate, passage);
    } catch (UnreachableException ignored) {
      // Nothing was sent, so the baseline can take it; the candidate's failure is on record.
      Passage again = new Passage(client, received, passage.number(), null, passage.startNs());
      return relayTo(Arm.BASELINE, baseline, again);
    } finally {
      candidateRequests.leave();
    }
  }

  private @Nullable String stickyKey(HttpRequest request) {
    for (Header header : request.headers()) {
      if (header.name().equalsIgnoreCase(settings.stickyHeader())) {
        return header.value();
      }
    }
    return null;
  }

  private boolean relayTo(Arm arm, HttpPool pool, Passage passage) throws IOException {
    HttpPool.Exchange exchange;
    try {
      exchange = pool.begin(passage.received().request(), settings.upstreamTimeout());
    } catch (UnreachableException e) {
      fail(passage, arm);
      if (arm == Arm.CANDIDATE) {
        throw e;
      }
      refuse(passage.client(), 502, "the service cannot be reached");
      return false;
    } catch (IOException e) {
      fail(passage, arm);
      int status = e instanceof SocketTimeoutException ? 504 : 502;
      refuse(passage.client(), status, "the service gave no proper answer");
      return false;
    }
    try (exchange) {
      return answer(exchange, arm, passage);
    }
  }

  private boolean answer(HttpPool.Exchange exchange, Arm arm, Passage passage) throws IOException {
    boolean plain = passage.received().plain();
    long length = exchange.body().declaredLength();
    boolean last = passage.received().last() || (plain && length < 0);
    try {
      copy(exchange, arm, head(exchange, arm, passage, last), length < 0 && !plain, passage);
    } catch (ClientGoneException e) {
      throw e;
    } catch (IOException e) {
      // Part of the answer is gone to the client: all that is left is to break the connection.
      fail(passage, arm);
      throw e;
    }
    return !last;
  }

  /** On record before the client has the last byte, so that whoever saw the answer finds it. */
  private void end(HttpPool.Exchange exchange, Arm arm, Passage passage) {
    if (exchange.status() >= 500) {
      fail(passage, arm);
    } else if (passage.recording() != null) {
      passage.recording().succeeded(passage.number(), arm, clock.nanoTime() - passage.startNs());
    }
  }

  private static HttpHead head(HttpPool.Exchange exchange, Arm arm, Passage passage, boolean last) {
    List<Header> headers = new ArrayList<>(exchange.head().endToEnd());
    headers.removeIf(
        header ->
            header.name().equalsIgnoreCase(WeightedSplitter.ARM_HEADER)
                || header.name().equalsIgnoreCase(WeightedSplitter.NUMBER_HEADER));
    headers.add(new Header(WeightedSplitter.ARM_HEADER, arm.name()));
    headers.add(new Header(WeightedSplitter.NUMBER_HEADER, Long.toString(passage.number())));
    long length = exchange.body().declaredLength();
    if (length >= 0 && exchange.status() != 204 && exchange.status() != 304) {
      headers.add(new Header("Content-Length", Long.toString(length)));
    } else if (length < 0 && !passage.received().plain()) {
      headers.add(new Header("Transfer-Encoding", "chunked"));
    }
    if (last) {
      headers.add(new Header("Connection", "close"));
    }
    String status = exchange.head().startLine().substring("HTTP/1.x ".length());
    return new HttpHead("HTTP/1.1 " + status, headers);
  }

  private void copy(
      HttpPool.Exchange exchange, Arm arm, HttpHead head, boolean chunked, Passage passage)
      throws IOException {
    byte[] buffer = new byte[BUFFER_BYTES];
    ByteBuffer start = ByteBuffer.wrap(head.bytes());
    int read = exchange.body().read(buffer);
    while (!exchange.body().isEnded()) {
      sendPart(passage, start, buffer, read, chunked);
      read = exchange.body().read(buffer);
    }
    end(exchange, arm, passage);
    if (read > 0) {
      sendPart(passage, start, buffer, read, chunked);
    }
    send(passage, start, ascii(chunked ? "0\r\n\r\n" : ""));
  }

  private static void sendPart(
      Passage passage, ByteBuffer start, byte[] buffer, int length, boolean chunked)
      throws ClientGoneException {
    ByteBuffer part = ByteBuffer.wrap(buffer, 0, length);
    if (chunked) {
      send(passage, start, ascii(Integer.toHexString(length) + "\r\n"), part, ascii("\r\n"));
    } else {
      send(passage, start, part);
    }
  }

  private static void send(Passage passage, ByteBuffer... parts) throws ClientGoneException {
    try {
      passage.client().write(parts);
    } catch (IOException e) {
      throw new ClientGoneException(e);
    }
  }

  private static ByteBuffer ascii(String text) {
    return ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII));
  }

  private static void fail(Passage passage, Arm arm) {
    if (passage.recording() != null) {
      passage.recording().failed(passage.number(), arm);
    }
  }

  /** Answers a request that goes nowhere, and ends the connection with it. */
  static void refuse(HttpConnection client, int status, @Nullable String reason)
      throws IOException {
    byte[] body = ((reason == null ? "" : reason) + "\n").getBytes(StandardCharsets.UTF_8);
    HttpHead head =
        new HttpHead(
            "HTTP/1.1 " + status + " Refused",
            List.of(
                new Header("Content-Type", "text/plain; charset=utf-8"),
                new Header("Content-Length", Integer.toString(body.length)),
                new Header("Connection", "close")));
    client.write(ByteBuffer.wrap(head.bytes()), ByteBuffer.wrap(body));
  }
}
