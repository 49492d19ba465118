package dev.evolve.canary.http;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.SocketTimeoutException;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One connection, TCP or Unix, read and written by one thread at a time. It blocks, which is cheap
 * on a virtual thread; since a blocked channel knows no time-out, a deadline closes it.
 */
public final class HttpConnection implements Closeable {

  private final SocketChannel channel;
  private final ScheduledExecutorService timer;
  private final ByteBuffer input = ByteBuffer.allocate(16 * 1024).flip();
  private volatile boolean timedOut;

  private HttpConnection(SocketChannel channel, ScheduledExecutorService timer) {
    this.channel = channel;
    this.timer = timer;
  }

  /** A connection that a server accepted. */
  public static HttpConnection accepted(SocketChannel channel, ScheduledExecutorService timer)
      throws IOException {
    channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
    return new HttpConnection(channel, timer);
  }

  /** Connects. */
  static HttpConnection open(
      SocketAddress address, ScheduledExecutorService timer, Duration timeout)
      throws UnreachableException {
    SocketChannel channel = null;
    try {
      channel =
          SocketChannel.open(
              address instanceof UnixDomainSocketAddress
                  ? StandardProtocolFamily.UNIX
                  : StandardProtocolFamily.INET);
      if (address instanceof InetSocketAddress) {
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      }
      HttpConnection connection = new HttpConnection(channel, timer);
      Deadline deadline = connection.within(timeout);
      try {
        channel.connect(address);
      } finally {
        deadline.close();
      }
      return connection;
    } catch (IOException e) {
      closeQuietly(channel);
      throw new UnreachableException("no connection to " + address + ": " + e, e);
    }
  }

  /** Ends at its {@link #close()}; if that does not come in time, the connection is closed. */
  public interface Deadline extends AutoCloseable {
    @Override
    void close();
  }

  /** Closes the connection unless the deadline is closed in time. */
  public Deadline within(Duration timeout) {
    Future<?> expiry = timer.schedule(this::expire, timeout.toNanos(), TimeUnit.NANOSECONDS);
    return () -> expiry.cancel(false);
  }

  private void expire() {
    timedOut = true;
    closeQuietly(channel);
  }

  /** Whether a deadline closed it. */
  public boolean isTimedOut() {
    return timedOut;
  }

  /**
   * A request and whether its client wants no other answer on this connection.
   *
   * @param request the request, with the headers that may travel on
   * @param last whether the connection ends with its answer
   * @param plain whether the client speaks HTTP/1.0, which knows no chunks
   */
  public record Received(HttpRequest request, boolean last, boolean plain) {}

  /** The next request with its body; null if the client closed the connection before one. */
  public @Nullable Received readRequest(HttpLimits limits) throws IOException {
    HttpHead head = readHead(limits);
    if (head == null) {
      return null;
    }
    String[] parts = head.startLine().split(" ", -1);
    checkRequestLine(parts, head);
    HttpBody body = HttpBody.ofRequest(this, head, limits);
    if (!body.isEnded() && head.names("Expect", "100-continue")) {
      write("HTTP/1.1 100 Continue\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1));
    }
    List<HttpHead.Header> headers = new ArrayList<>(head.endToEnd());
    headers.removeIf(header -> header.name().equalsIgnoreCase("Expect"));
    boolean plain = parts[2].equals("HTTP/1.0");
    HttpRequest request = new HttpRequest(parts[0], parts[1], headers, body.readAll());
    return new Received(request, plain || head.names("Connection", "close"), plain);
  }

  private static void checkRequestLine(String[] parts, HttpHead head) throws HttpException {
    boolean proper =
        parts.length == 3
            && HttpHead.isToken(parts[0])
            && (parts[1].startsWith("/") || parts[1].equals("*"))
            && parts[1].chars().allMatch(c -> c > ' ' && c < 0x7f);
    if (!proper) {
      throw new HttpException(400, "not a request line");
    }
    if (!parts[2].equals("HTTP/1.1") && !parts[2].equals("HTTP/1.0")) {
      throw new HttpException(505, "not HTTP/1.1");
    }
    if (parts[2].equals("HTTP/1.1") && head.all("Host").size() != 1) {
      throw new HttpException(400, "not one Host");
    }
  }

  /** The next head; null if the other side closed the connection before its first byte. */
  @Nullable HttpHead readHead(HttpLimits limits) throws IOException {
    List<String> lines = new ArrayList<>();
    int left = limits.headBytes();
    String line = readLineOrEnd(left);
    if (line == null) {
      return null;
    }
    while (!line.isEmpty()) {
      lines.add(line);
      left -= line.length() + 2;
      line = readLine(left);
    }
    if (lines.isEmpty()) {
      throw new HttpException(400, "an empty start line");
    }
    return HttpHead.parse(lines, limits);
  }

  String readLine(int limit) throws IOException {
    String line = readLineOrEnd(limit);
    if (line == null) {
      throw new EOFException("the connection ended within a message");
    }
    return line;
  }

  private @Nullable String readLineOrEnd(int limit) throws IOException {
    StringBuilder line = new StringBuilder();
    while (true) {
      if (!input.hasRemaining() && !fill()) {
        if (line.isEmpty()) {
          return null;
        }
        throw new EOFException("the connection ended within a line");
      }
      int next = input.get() & 0xff;
      if (next == '\n') {
        return withoutReturn(line);
      }
      if (line.length() >= limit) {
        throw new HttpException(431, "a head or line of more bytes than allowed");
      }
      line.append((char) next);
    }
  }

  private static String withoutReturn(StringBuilder line) throws HttpException {
    int last = line.length() - 1;
    if (last < 0 || line.charAt(last) != '\r') {
      throw new HttpException(400, "a line that does not end with CR LF");
    }
    return line.substring(0, last);
  }

  int read(byte[] target, int length) throws IOException {
    if (!input.hasRemaining() && !fill()) {
      return -1;
    }
    int count = Math.min(length, input.remaining());
    input.get(target, 0, count);
    return count;
  }

  private boolean fill() throws IOException {
    input.clear();
    try {
      return channel.read(input) >= 0;
    } catch (IOException e) {
      throw explained(e);
    } finally {
      input.flip();
    }
  }

  /** Writes all of it. */
  public void write(byte[] bytes) throws IOException {
    write(ByteBuffer.wrap(bytes));
  }

  /** Writes all of them, at best at once. */
  public void write(ByteBuffer... parts) throws IOException {
    try {
      while (hasRemaining(parts)) {
        channel.write(parts);
      }
    } catch (IOException e) {
      throw explained(e);
    }
  }

  private static boolean hasRemaining(ByteBuffer[] parts) {
    for (ByteBuffer part : parts) {
      if (part.hasRemaining()) {
        return true;
      }
    }
    return false;
  }

  private IOException explained(IOException e) {
    if (!timedOut) {
      return e;
    }
    SocketTimeoutException timeout = new SocketTimeoutException("no answer in time");
    timeout.initCause(e);
    return timeout;
  }

  /** Whether it is open, quiet, and not closed by the other side: it can take a request. */
  boolean isQuiet() {
    if (!channel.isOpen() || input.hasRemaining()) {
      return false;
    }
    try {
      channel.configureBlocking(false);
      int read = channel.read(ByteBuffer.allocate(1));
      channel.configureBlocking(true);
      return read == 0;
    } catch (IOException e) {
      return false;
    }
  }

  @Override
  public void close() {
    closeQuietly(channel);
  }

  private static void closeQuietly(@Nullable SocketChannel channel) {
    if (channel == null) {
      return;
    }
    try {
      channel.close();
    } catch (IOException ignored) {
      // It is given up either way.
    }
  }
}
