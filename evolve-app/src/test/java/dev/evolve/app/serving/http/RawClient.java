package dev.evolve.app.serving.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** Speaks to a server in bytes, also in ways that a proper client cannot. */
public final class RawClient implements AutoCloseable {

  private static final int WAIT_MS = 20_000;

  private final Socket socket;
  private final InputStream in;
  private final OutputStream out;

  private RawClient(Socket socket) throws IOException {
    this.socket = socket;
    this.in = socket.getInputStream();
    this.out = socket.getOutputStream();
  }

  public static RawClient connect(int port) throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setSoTimeout(WAIT_MS);
    return new RawClient(socket);
  }

  public RawClient send(String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.UTF_8));
    out.flush();
    return this;
  }

  /** A whole request with a JSON body. */
  public RawClient post(String path, String body) throws IOException {
    return send(
        "POST %s HTTP/1.1\r\nHost: test\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s"
            .formatted(path, body.getBytes(StandardCharsets.UTF_8).length, body));
  }

  /** Everything until the server closes. */
  public String readAll() throws IOException {
    return new String(in.readAllBytes(), StandardCharsets.UTF_8);
  }

  /** Everything until a text was seen. */
  public String readUntil(String mark) throws IOException {
    StringBuilder seen = new StringBuilder();
    while (seen.indexOf(mark) < 0) {
      int next = in.read();
      if (next < 0) {
        throw new AssertionError("closed before " + mark + ", after " + seen);
      }
      seen.append((char) next);
    }
    return seen.toString();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
