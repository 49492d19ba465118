package dev.evolve.canary.http;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;

/**
 * A server on a Unix socket that reads whole requests and writes whatever it is told to, right or
 * wrong, as raw text. An answer that ends with {@link #HANG_UP} closes the connection.
 */
public final class ToyService implements Closeable {

  /** At the end of an answer: close the connection after it. */
  public static final String HANG_UP = "\0hang-up";

  private final ServerSocketChannel server;
  private final UnixDomainSocketAddress address;
  private final UnaryOperator<String> answer;
  private final Set<SocketChannel> connections = ConcurrentHashMap.newKeySet();
  private final List<String> requests = new CopyOnWriteArrayList<>();
  private final AtomicInteger accepted = new AtomicInteger();

  private ToyService(
      ServerSocketChannel server, UnixDomainSocketAddress address, UnaryOperator<String> answer) {
    this.server = server;
    this.address = address;
    this.answer = answer;
  }

  /** Starts one that answers each request's text with a raw response. */
  public static ToyService start(Path socket, UnaryOperator<String> answer) throws IOException {
    ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    UnixDomainSocketAddress address = UnixDomainSocketAddress.of(socket);
    server.bind(address);
    ToyService service = new ToyService(server, address, answer);
    Thread.ofVirtual().start(service::accept);
    return service;
  }

  /** A proper answer. */
  public static String ok(String body) {
    return "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s"
        .formatted(body.length(), body);
  }

  public UnixDomainSocketAddress address() {
    return address;
  }

  /** The text of every request so far. */
  public List<String> requests() {
    return List.copyOf(requests);
  }

  /** Connections so far. */
  public int connections() {
    return accepted.get();
  }

  private void accept() {
    while (server.isOpen()) {
      try {
        SocketChannel connection = server.accept();
        accepted.incrementAndGet();
        connections.add(connection);
        Thread.ofVirtual().start(() -> serve(connection));
      } catch (IOException e) {
        return;
      }
    }
  }

  private void serve(SocketChannel connection) {
    try (connection) {
      String request = readRequest(connection);
      while (request != null) {
        requests.add(request);
        String response = answer.apply(request);
        boolean last = response.endsWith(HANG_UP);
        String text = last ? response.substring(0, response.length() - HANG_UP.length()) : response;
        ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.ISO_8859_1));
        while (bytes.hasRemaining()) {
          connection.write(bytes);
        }
        request = last ? null : readRequest(connection);
      }
    } catch (IOException e) {
      // The test closed it.
    }
  }

  private static @org.jspecify.annotations.Nullable String readRequest(SocketChannel connection)
      throws IOException {
    ByteArrayOutputStream read = new ByteArrayOutputStream();
    ByteBuffer buffer = ByteBuffer.allocate(64 * 1024);
    while (connection.read(buffer) >= 0) {
      read.write(buffer.array(), 0, buffer.position());
      buffer.clear();
      String text = read.toString(StandardCharsets.ISO_8859_1);
      int end = text.indexOf("\r\n\r\n");
      if (end >= 0 && text.length() - end - 4 >= length(text)) {
        return text;
      }
    }
    return null;
  }

  private static int length(String text) {
    int at = text.indexOf("Content-Length: ");
    return at < 0 ? 0 : Integer.parseInt(text.substring(at + 16, text.indexOf("\r\n", at)));
  }

  @Override
  public void close() throws IOException {
    server.close();
    for (SocketChannel connection : connections) {
      connection.close();
    }
    java.nio.file.Files.deleteIfExists(address.getPath());
  }
}
