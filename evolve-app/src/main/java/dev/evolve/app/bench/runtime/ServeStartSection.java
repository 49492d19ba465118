package dev.evolve.app.bench.runtime;

import dev.evolve.app.bench.BenchResult;
import dev.evolve.app.bench.BenchSetting;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * How long {@code ./evolve serve} takes until it answers 200 on {@code /healthz}, from the start of
 * the script on, with everything built and the kernels compiled. One start before the measured ones
 * builds what is missing.
 */
final class ServeStartSection implements RuntimeBench.Section {

  private static final double GOAL_SECONDS = 2;
  private static final double NANOS = 1e9;
  private static final long PATIENCE_NANOS = 120_000_000_000L;
  private static final long POLL_NANOS = 5_000_000;
  private static final ByteBuffer REQUEST =
      StandardCharsets.US_ASCII
          .encode("GET /healthz HTTP/1.1\r\nHost: evolve\r\nConnection: close\r\n\r\n")
          .asReadOnlyBuffer();

  @Override
  public String title() {
    return "start of a server";
  }

  @Override
  public List<BenchResult> measure(BenchSetting setting) {
    List<Double> samples = new ArrayList<>();
    for (int i = -1; i < (setting.quick() ? 5 : 15); i++) {
      double took = Scratch.within(setting, directory -> once(setting.source(), directory));
      if (i >= 0) {
        samples.add(took);
      }
    }
    return List.of(
        Figures.of(samples)
            .atMost(setting, "./evolve serve until /healthz answers 200", "s", GOAL_SECONDS));
  }

  private static double once(Path source, Path directory) throws IOException, InterruptedException {
    Path socket = directory.resolve("socket");
    ProcessBuilder command =
        new ProcessBuilder(
                source.resolve("evolve").toString(), "serve", "--socket", socket.toString())
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("log").toFile());
    long begun = System.nanoTime();
    Process server = command.start();
    try {
      while (!isHealthy(socket)) {
        if (!server.isAlive() || System.nanoTime() - begun > PATIENCE_NANOS) {
          throw new IllegalStateException(
              "the server did not come up:\n" + Files.readString(directory.resolve("log")));
        }
        LockSupport.parkNanos(POLL_NANOS);
      }
      return (System.nanoTime() - begun) / NANOS;
    } finally {
      server.destroy();
      if (!server.waitFor(1, TimeUnit.MINUTES)) {
        server.destroyForcibly();
      }
    }
  }

  private static boolean isHealthy(Path socket) {
    if (!Files.exists(socket)) {
      return false;
    }
    try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      channel.connect(UnixDomainSocketAddress.of(socket));
      channel.write(REQUEST.duplicate());
      ByteBuffer answer = ByteBuffer.allocate(64);
      while (answer.hasRemaining() && channel.read(answer) >= 0) {
        // Until the status line is whole.
      }
      return StandardCharsets.US_ASCII.decode(answer.flip()).toString().startsWith("HTTP/1.1 200");
    } catch (IOException e) {
      return false; // Not listening yet; the caller asks again.
    }
  }
}
