package dev.evolve.graph;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Passes bytes on to a port, until it is cut: then every connection breaks and none is taken. */
final class CuttableRelay implements AutoCloseable {

  private final ServerSocket listening;
  private final int target;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private volatile boolean cut;

  CuttableRelay(int target) throws IOException {
    this.target = target;
    this.listening = new ServerSocket(0, 16, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().start(this::accept);
  }

  int port() {
    return listening.getLocalPort();
  }

  void cut() {
    cut = true;
    open.forEach(CuttableRelay::close);
  }

  void mend() {
    cut = false;
  }

  private void accept() {
    while (!listening.isClosed()) {
      try {
        relay(listening.accept());
      } catch (IOException e) {
        // Closed, or the target refuses: the client sees a broken connection, as it should.
      }
    }
  }

  private void relay(Socket client) throws IOException {
    open.add(client);
    if (cut) {
      client.close();
      return;
    }
    Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
    open.add(server);
    pump(client, server);
    pump(server, client);
  }

  private static void pump(Socket from, Socket to) {
    Thread.ofVirtual()
        .start(
            () -> {
              try (from;
                  to) {
                from.getInputStream().transferTo(to.getOutputStream());
              } catch (IOException e) {
                // One end is gone; leaving closes the other.
              }
            });
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() throws IOException {
    listening.close();
    cut();
  }
}
