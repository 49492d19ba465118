package dev.evolve.app.serving.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evolve.app.serving.engine.CompletionEnd.Reason;
import dev.evolve.app.serving.http.ServerLimits.Sizes;
import dev.evolve.app.serving.http.ServerLimits.Times;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LeavingTest {

  private static final String TEXT = "/v1/completions";
  private static final String LONG =
      "{\"model\": \"tiny\", \"prompt\": \"a\", \"max_tokens\": 4000}";
  private static final String STREAM = LONG.replace("}", ", \"stream\": true}");

  @Test
  void aClientThatLeavesCancelsItsRequestAndFreesItsBlocks() throws Exception {
    try (ServerUnderTest server = new ServerUnderTest()) {
      for (String body : new String[] {LONG, STREAM}) {
        try (RawClient client = server.raw()) {
          client.post(TEXT, body);
          server.engine().next().say("some");
          assertThat(server.get("/metrics").body()).contains("evolve_num_kv_blocks_used 1.0");
        }
        assertThat(server.engine().nextCancelled()).isEqualTo("client_left");
      }
      assertThat(server.get("/metrics").body())
          .contains("evolve_num_kv_blocks_used 0.0")
          .contains("evolve_request_cancelled_total{reason=\"client_left\"} 2.0")
          .contains("evolve_http_requests_total{path=\"/v1/completions\",status=\"499\"} 2.0");
    }
  }

  @Test
  void aReaderThatIsTooSlowIsGivenUpAtTheLimitOfItsBuffer() throws Exception {
    ServerLimits limits = ServerLimits.defaults().withSizes(new Sizes(1 << 20, 16 << 10, 20_000));
    try (ServerUnderTest server = new ServerUnderTest(limits);
        RawClient client = server.raw()) {
      client.post(TEXT, STREAM);
      FakeEngine.Call call = server.engine().next();
      // More than the kernel's buffers and ours take together.
      for (int i = 0; i < 400; i++) {
        call.say("x".repeat(5_000));
        if (i % 16 == 0 && server.engine().running() == 0) {
          break;
        }
      }
      assertThat(server.engine().nextCancelled()).isEqualTo("slow_reader");
    }
  }

  @Test
  void aReaderThatStopsReadingIsGivenUpAfterTheTimeForWrites() throws Exception {
    ServerLimits limits =
        new ServerLimits(
            new Times(
                Duration.ofSeconds(30),
                Duration.ofSeconds(30),
                Duration.ofMillis(300),
                Duration.ofSeconds(30)),
            new Sizes(1 << 20, 16 << 10, 1 << 28),
            10);
    try (ServerUnderTest server = new ServerUnderTest(limits);
        RawClient client = server.raw()) {
      client.post(TEXT, STREAM);
      FakeEngine.Call call = server.engine().next();
      for (int i = 0; i < 60; i++) {
        call.say("x".repeat(5_000));
      }
      assertThat(server.engine().nextCancelled()).isEqualTo("slow_reader");
    }
  }

  @Test
  void aDrainLetsRunningRequestsFinishAndTakesNoMore() throws Exception {
    try (ServerUnderTest server = new ServerUnderTest()) {
      CompletableFuture<HttpResponse<String>> running = server.later(TEXT, LONG);
      FakeEngine.Call call = server.engine().next();
      CompletableFuture<Boolean> drain = drain(server);
      Assertions.assertThat(server.get("/healthz").statusCode()).isEqualTo(503);
      HttpResponse<String> refused = server.post(TEXT, LONG);
      assertThat(refused.statusCode()).isEqualTo(503);
      assertThat(refused.headers().firstValue("retry-after")).contains("1");
      assertThat(ServerUnderTest.json(refused).at("/error/code").asString()).isEqualTo("draining");
      assertThat(drain).isNotDone();
      call.say("done").finish(Reason.STOP);
      assertThat(running.get().body()).contains("\"text\":\"done\"");
      assertThat(drain.get()).isTrue();
    }
  }

  @Test
  void aDrainThatLastsTooLongCancelsWhatIsLeft() throws Exception {
    ServerLimits limits =
        ServerLimits.defaults()
            .withTimes(
                new Times(
                    Duration.ofSeconds(30),
                    Duration.ofSeconds(30),
                    Duration.ofSeconds(30),
                    Duration.ofMillis(50)));
    try (ServerUnderTest server = new ServerUnderTest(limits)) {
      CompletableFuture<HttpResponse<String>> whole = server.later(TEXT, LONG);
      server.engine().next();
      CompletableFuture<HttpResponse<String>> stream = server.later(TEXT, STREAM);
      server.engine().next().say("some");
      assertThat(server.server().drain()).isFalse();
      assertThat(whole.get().statusCode()).isEqualTo(503);
      assertThat(whole.get().body()).contains("drain_timeout");
      assertThat(stream.get().body())
          .contains("\"text\":\"e\"", "drain_timeout")
          .endsWith("[DONE]\n\n");
      assertThat(server.engine().nextCancelled()).isEqualTo("drain_timeout");
    }
  }

  @Test
  void speaksOverAUnixSocketAndRemovesItsFile(@TempDir Path directory) throws Exception {
    Path socket = directory.resolve("s");
    try (ServerUnderTest server = new ServerUnderTest()) {
      server.server().listen(socket);
      assertThat(overUnix(socket, "GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"))
          .startsWith("HTTP/1.1 200 OK")
          .contains("\"status\":\"ok\"");
      try (ServerUnderTest second = new ServerUnderTest()) {
        Assertions.assertThatThrownBy(() -> second.server().listen(socket))
            .hasMessageContaining("another server listens on " + socket);
      }
    }
    assertThat(socket).doesNotExist();
  }

  @Test
  void aClientThatLeavesAUnixSocketCancelsItsRequest(@TempDir Path directory) throws Exception {
    Path socket = directory.resolve("s");
    try (ServerUnderTest server = new ServerUnderTest()) {
      server.server().listen(socket);
      try (SocketChannel client = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
        client.write(
            utf8(
                "POST /v1/completions HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
                    + "Content-Length: %d\r\n\r\n%s".formatted(STREAM.length(), STREAM)));
        server.engine().next().say("some");
      }
      assertThat(server.engine().nextCancelled()).isEqualTo("client_left");
    }
  }

  @Test
  void aSocketThatADeadServerLeftIsReplaced(@TempDir Path directory) throws Exception {
    Path socket = directory.resolve("s");
    try (var dead = java.nio.channels.ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      dead.bind(UnixDomainSocketAddress.of(socket));
    }
    assertThat(socket).exists();
    try (ServerUnderTest server = new ServerUnderTest()) {
      server.server().listen(socket);
      assertThat(overUnix(socket, "GET /healthz HTTP/1.0\r\n\r\n")).startsWith("HTTP/1.1 200 OK");
    }
  }

  @Test
  void aFileThatIsNoSocketIsLeftAlone(@TempDir Path directory) throws Exception {
    Path file = Files.writeString(directory.resolve("f"), "precious");
    try (ServerUnderTest server = new ServerUnderTest()) {
      Assertions.assertThatThrownBy(() -> server.server().listen(file))
          .hasMessageContaining("exists and is not a socket");
    }
    assertThat(file).hasContent("precious");
  }

  private static CompletableFuture<Boolean> drain(ServerUnderTest server)
      throws InterruptedException {
    CompletableFuture<Boolean> drain = new CompletableFuture<>();
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                drain.complete(server.server().drain());
              } catch (InterruptedException e) {
                drain.completeExceptionally(e);
              }
            });
    while (!server.server().isDraining()) {
      Thread.onSpinWait();
    }
    return drain;
  }

  private static String overUnix(Path socket, String request) throws java.io.IOException {
    try (SocketChannel client = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
      client.write(utf8(request));
      ByteBuffer answer = ByteBuffer.allocate(1 << 16);
      while (client.read(answer) >= 0) {
        // Until the server closes.
      }
      return new String(answer.array(), 0, answer.position(), StandardCharsets.UTF_8);
    }
  }

  private static ByteBuffer utf8(String text) {
    return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
  }
}
