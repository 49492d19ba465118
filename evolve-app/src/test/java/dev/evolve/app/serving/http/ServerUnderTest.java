package dev.evolve.app.serving.http;

import dev.evolve.app.serving.metrics.ServingMetrics;
import dev.evolve.json.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import tools.jackson.databind.JsonNode;

/** A server over a fake engine on a port of its own, and a client. */
final class ServerUnderTest implements AutoCloseable {

  static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");

  private static final Duration WAIT = Duration.ofSeconds(20);

  private final FakeEngine engine = new FakeEngine();
  private final AtomicLong counter = new AtomicLong();
  private final CompletionServer server;
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final int port;

  ServerUnderTest() {
    this(ServerLimits.defaults());
  }

  ServerUnderTest(ServerLimits limits) {
    server =
        new CompletionServer(
            engine,
            new ServingMetrics(),
            limits,
            new CompletionServer.Sources(
                () -> "id" + counter.incrementAndGet(),
                counter::incrementAndGet,
                InstantSource.fixed(NOW)));
    port = server.listen("127.0.0.1", 0);
  }

  FakeEngine engine() {
    return engine;
  }

  CompletionServer server() {
    return server;
  }

  int port() {
    return port;
  }

  HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path)).timeout(WAIT);
  }

  HttpRequest posting(String path, String body) {
    return request(path)
        .header("content-type", "application/json")
        .POST(HttpRequest.BodyPublishers.ofString(body))
        .build();
  }

  HttpResponse<String> send(HttpRequest request) throws IOException, InterruptedException {
    return client.send(request, BodyHandlers.ofString());
  }

  HttpResponse<String> get(String path) throws IOException, InterruptedException {
    return send(request(path).build());
  }

  HttpResponse<String> post(String path, String body) throws IOException, InterruptedException {
    return send(posting(path, body));
  }

  CompletableFuture<HttpResponse<String>> later(String path, String body) {
    return client.sendAsync(posting(path, body), BodyHandlers.ofString());
  }

  RawClient raw() throws IOException {
    return RawClient.connect(port);
  }

  static JsonNode json(HttpResponse<String> response) {
    return Json.readTree(response.body());
  }

  @Override
  public void close() {
    server.close();
    engine.close();
    client.close();
  }
}
