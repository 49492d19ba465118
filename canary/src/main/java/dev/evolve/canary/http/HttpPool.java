package dev.evolve.canary.http;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A client of one server that keeps its connections. A request is sent a second time only if it is
 * idempotent and the connection that it went over had been kept since an earlier one. Thread-safe.
 */
public final class HttpPool implements Closeable {

  private static final int MAXIMUM_INTERIM_RESPONSES = 8;

  private final SocketAddress address;
  private final HttpLimits limits;
  private final ScheduledExecutorService timer;
  private final Semaphore permits;
  private final Deque<HttpConnection> idle = new ArrayDeque<>();
  private final Set<HttpConnection> open = new HashSet<>();
  private boolean closed;

  /**
   * @param address the server
   * @param limits of what it answers
   * @param timer closes connections whose time is up
   * @param maximumConnections how many connections there are at most; more requests wait
   */
  public HttpPool(
      SocketAddress address,
      HttpLimits limits,
      ScheduledExecutorService timer,
      int maximumConnections) {
    this.address = address;
    this.limits = limits;
    this.timer = timer;
    this.permits = new Semaphore(maximumConnections);
  }

  /** A response whose head has come and whose body is being read; closing ends it. */
  public final class Exchange implements Closeable {
    private final HttpConnection connection;
    private final HttpConnection.Deadline deadline;
    private final HttpHead head;
    private final int status;
    private final HttpBody body;

    private Exchange(
        HttpConnection connection,
        HttpConnection.Deadline deadline,
        HttpHead head,
        int status,
        HttpBody body) {
      this.connection = connection;
      this.deadline = deadline;
      this.head = head;
      this.status = status;
      this.body = body;
    }

    /** Status line and headers. */
    public HttpHead head() {
      return head;
    }

    /** The status. */
    public int status() {
      return status;
    }

    /** The body. */
    public HttpBody body() {
      return body;
    }

    @Override
    public void close() {
      deadline.close();
      boolean reusable =
          body.leavesConnectionOpen()
              && head.startLine().startsWith("HTTP/1.1")
              && !head.names("Connection", "close");
      release(connection, reusable);
    }
  }

  /**
   * Sends a request and reads the answer with its whole body.
   *
   * @throws UnreachableException if no byte was sent
   */
  public HttpResponse send(HttpRequest request, Duration timeout) throws IOException {
    try (Exchange exchange = begin(request, timeout)) {
      byte[] body = exchange.body().readAll();
      return new HttpResponse(exchange.head(), exchange.status(), body);
    }
  }

  /**
   * Sends a request and reads the head of the answer.
   *
   * @param timeout for the whole exchange
   * @throws UnreachableException if no byte was sent
   */
  public Exchange begin(HttpRequest request, Duration timeout) throws IOException {
    acquire(timeout);
    HttpConnection kept = takeIdle();
    if (kept != null) {
      Exchange exchange = tryKept(kept, request, timeout);
      if (exchange != null) {
        return exchange;
      }
    }
    return exchange(connect(timeout), request, timeout);
  }

  private void acquire(Duration timeout) throws UnreachableException {
    try {
      if (!permits.tryAcquire(timeout.toNanos(), TimeUnit.NANOSECONDS)) {
        throw new UnreachableException(
            "every connection to " + address + " is busy", new EOFException());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UnreachableException("interrupted while waiting for a connection", e);
    }
  }

  /** Null, and a permit held again, if the connection was dead and sending again is safe. */
  private @Nullable Exchange tryKept(HttpConnection kept, HttpRequest request, Duration timeout)
      throws IOException {
    try {
      return exchange(kept, request, timeout);
    } catch (HttpException e) {
      throw e;
    } catch (IOException e) {
      if (!request.isIdempotent() || kept.isTimedOut()) {
        throw e;
      }
      acquire(timeout);
      return null;
    }
  }

  private HttpConnection connect(Duration timeout) throws UnreachableException {
    boolean connected = false;
    try {
      HttpConnection connection = HttpConnection.open(address, timer, timeout);
      keep(connection);
      connected = true;
      return connection;
    } finally {
      if (!connected) {
        permits.release();
      }
    }
  }

  private synchronized void keep(HttpConnection connection) throws UnreachableException {
    if (closed) {
      connection.close();
      throw new UnreachableException("the pool to " + address + " is closed", new EOFException());
    }
    open.add(connection);
  }

  private Exchange exchange(HttpConnection connection, HttpRequest request, Duration timeout)
      throws IOException {
    HttpConnection.Deadline deadline = connection.within(timeout);
    boolean begun = false;
    try {
      connection.write(ByteBuffer.wrap(request.head().bytes()), ByteBuffer.wrap(request.body()));
      HttpHead head = readFinalHead(connection);
      int status = status(head);
      HttpBody body = HttpBody.ofResponse(connection, head, status, request.method(), limits);
      begun = true;
      return new Exchange(connection, deadline, head, status, body);
    } finally {
      if (!begun) {
        deadline.close();
        release(connection, false);
      }
    }
  }

  private HttpHead readFinalHead(HttpConnection connection) throws IOException {
    for (int i = 0; i <= MAXIMUM_INTERIM_RESPONSES; i++) {
      HttpHead head = connection.readHead(limits);
      if (head == null) {
        throw new EOFException("the connection ended without an answer");
      }
      int status = status(head);
      if (status >= 200) {
        return head;
      }
      if (status == 101) {
        throw new HttpException(502, "an answer that switches the protocol");
      }
    }
    throw new HttpException(502, "too many interim answers");
  }

  private static int status(HttpHead head) throws HttpException {
    String line = head.startLine();
    boolean proper =
        line.length() >= 12
            && (line.startsWith("HTTP/1.1 ") || line.startsWith("HTTP/1.0 "))
            && line.substring(9, 12).chars().allMatch(c -> c >= '0' && c <= '9')
            && (line.length() == 12 || line.charAt(12) == ' ')
            && line.chars().allMatch(c -> c == '\t' || (c >= ' ' && c != 0x7f));
    int status = proper ? Integer.parseInt(line.substring(9, 12)) : 0;
    if (status < 100 || status > 599) {
      throw new HttpException(502, "not a status line");
    }
    return status;
  }

  private synchronized @Nullable HttpConnection takeIdle() {
    while (!idle.isEmpty()) {
      HttpConnection connection = idle.pop();
      if (connection.isQuiet()) {
        return connection;
      }
      connection.close();
      open.remove(connection);
    }
    return null;
  }

  private void release(HttpConnection connection, boolean reusable) {
    synchronized (this) {
      if (reusable && !closed) {
        idle.push(connection);
      } else {
        open.remove(connection);
        connection.close();
      }
    }
    permits.release();
  }

  /** Closes every connection, also those in use. */
  @Override
  public synchronized void close() {
    closed = true;
    idle.clear();
    open.forEach(HttpConnection::close);
    open.clear();
  }
}
