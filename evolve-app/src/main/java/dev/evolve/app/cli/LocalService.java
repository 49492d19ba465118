package dev.evolve.app.cli;

import dev.evolve.app.EvolveApplication;
import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import org.springframework.context.ApplicationListener;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.event.ContextClosedEvent;

/** The service in this process. */
final class LocalService implements AutoCloseable {

  private final ConfigurableApplicationContext context;
  private final String url;
  private final CountDownLatch closed = new CountDownLatch(1);

  private LocalService(ConfigurableApplicationContext context, String url) {
    this.context = context;
    this.url = url;
    context.addApplicationListener(
        (ApplicationListener<ContextClosedEvent>) event -> closed.countDown());
  }

  /**
   * Starts the service.
   *
   * @throws EvolveException if the port is taken, another service runs on the home, or a part of it
   *     does not start
   */
  static LocalService start(Path home, ServiceOptions options) {
    ServiceFile.find(home)
        .ifPresent(
            running -> {
              throw new EvolveException(
                  ErrorCode.CONFLICT,
                  "a service runs on "
                      + home
                      + " already: "
                      + running.url()
                      + " (process "
                      + running.pid()
                      + "); stop it first or use another EVOLVE_HOME");
            });
    checkPort(options.port());
    ConfigurableApplicationContext context =
        EvolveApplication.start(
            "--server.port=" + options.port(),
            "--evolve.sandbox.allow-unprotected=" + options.allowUnprotected());
    return new LocalService(context, EvolveApplication.url(context));
  }

  private static void checkPort(int port) {
    try (ServerSocket probe = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      probe.setReuseAddress(true);
    } catch (IOException e) {
      throw new EvolveException(
          ErrorCode.PORT_IN_USE,
          "port " + port + " is in use; stop what listens there or choose another with --port",
          e);
    }
  }

  /** Base URL of the service. */
  String url() {
    return url;
  }

  /** Says where the dashboard is and how to sign in. */
  void announce(PrintStream out) {
    out.println("dashboard   " + url);
    out.println("to decide   " + EvolveApplication.signInUrl(context));
  }

  /** Waits until somebody stops it. */
  void awaitStop() throws InterruptedException {
    closed.await();
  }

  @Override
  public void close() {
    context.close();
  }
}
