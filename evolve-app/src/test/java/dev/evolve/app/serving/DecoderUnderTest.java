package dev.evolve.app.serving;

import dev.evolve.app.serving.ServeSettings.Address;
import dev.evolve.app.serving.ServeSettings.Model;
import dev.evolve.app.serving.http.RawClient;
import dev.evolve.app.serving.http.ServerLimits;
import dev.evolve.json.Json;
import dev.evolve.serving.decode.DecodeKnobs;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The whole server over the real decoder, with the kernels that need no compiler, and a client. */
final class DecoderUnderTest implements AutoCloseable {

  private static final Duration WAIT = Duration.ofSeconds(60);

  private final String model;
  private final Serving serving;
  private final URI base;
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private DecoderUnderTest(String size, DecodeKnobs knobs, int queueLimit) {
    model = "evolve-" + size;
    serving =
        Serving.start(
            new ServeSettings(
                new Address("127.0.0.1", 0, null),
                new Model(size, 7, "reference", Path.of("unused")),
                knobs,
                queueLimit,
                ServerLimits.defaults()));
    base = URI.create(serving.addresses().getFirst());
  }

  /** A model that answers at once. */
  static DecoderUnderTest tiny(DecodeKnobs knobs) {
    return new DecoderUnderTest("tiny", knobs, 256);
  }

  /** A model that takes seconds for a long answer. */
  static DecoderUnderTest slow(DecodeKnobs knobs, int queueLimit) {
    return new DecoderUnderTest("small", knobs, queueLimit);
  }

  Serving serving() {
    return serving;
  }

  /** A request with a seed and without the model's own end, so that its length is known. */
  ObjectNode asking(String prompt, int tokens) {
    return Json.mapper()
        .createObjectNode()
        .put("model", model)
        .put("prompt", prompt)
        .put("max_tokens", tokens)
        .put("seed", 11)
        .put("ignore_eos", true);
  }

  CompletableFuture<HttpResponse<String>> later(ObjectNode body) {
    return client.sendAsync(
        HttpRequest.newBuilder(base.resolve("/v1/completions"))
            .timeout(WAIT)
            .header("content-type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body.toString()))
            .build(),
        BodyHandlers.ofString());
  }

  JsonNode ask(ObjectNode body) throws Exception {
    return Json.readTree(later(body).get().body());
  }

  String text(ObjectNode body) throws Exception {
    return textOf(ask(body));
  }

  static String textOf(JsonNode answer) {
    return answer.at("/choices/0/text").asString();
  }

  RawClient raw() throws IOException {
    return RawClient.connect(base.getPort());
  }

  HttpResponse<String> get(String path) throws IOException, InterruptedException {
    return client.send(
        HttpRequest.newBuilder(base.resolve(path)).timeout(WAIT).build(), BodyHandlers.ofString());
  }

  /** Value of a meter, with its labels if it has any. */
  double meter(String name) throws IOException, InterruptedException {
    Matcher line =
        Pattern.compile("^" + Pattern.quote(name) + " (\\S+)$", Pattern.MULTILINE)
            .matcher(get("/metrics").body());
    return line.find() ? Double.parseDouble(line.group(1)) : 0;
  }

  /** Asks for a meter until it is as wanted; the test's own limit ends it otherwise. */
  void await(String name, Predicate<Double> wanted) throws IOException, InterruptedException {
    while (!wanted.test(meter(name))) {
      Thread.onSpinWait();
    }
  }

  @Override
  public void close() {
    serving.close();
    client.close();
  }
}
