package dev.evolve.app.e2e;

import dev.evolve.app.EvolveApplication;
import dev.evolve.app.services.Neo4jEndpoint;
import dev.evolve.app.services.SharedServices;
import dev.evolve.event.DomainEvent;
import dev.evolve.event.RecordedEvent;
import dev.evolve.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * The application in a process of its own, on the services that the integration tests share, as a
 * client sees it. It can be killed and started again on the same home.
 */
final class ServiceUnderTest implements AutoCloseable {

  private static final Duration START = Duration.ofSeconds(180);
  private static final Duration REQUEST = Duration.ofSeconds(120);
  private static final List<String> FLAGS =
      List.of(
          "-XX:+UseSerialGC",
          "-Xmx512m",
          "-XX:TieredStopAtLevel=1",
          "--enable-native-access=ALL-UNNAMED",
          "--sun-misc-unsafe-memory-access=allow");

  private final Path home;
  private final HttpClient http = HttpClient.newHttpClient();
  private Process process;
  private String url = "";

  private ServiceUnderTest(Path home, Process process) {
    this.home = home;
    this.process = process;
  }

  /** Starts the application on a home. */
  static ServiceUnderTest start(Path home) {
    ServiceUnderTest service = new ServiceUnderTest(home, launch(home));
    service.awaitReady();
    return service;
  }

  /** Kills it as the kernel would, and starts it again. */
  void killAndRestart() {
    kill();
    process = launch(home);
    awaitReady();
  }

  /** SIGKILL: nothing of ours runs any more. */
  void kill() {
    process.destroyForcibly();
    try {
      process.waitFor();
      Files.deleteIfExists(home.resolve("service.json"));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  String url() {
    return url;
  }

  String token() {
    try {
      return Files.readString(home.resolve("token")).strip();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Starts a campaign and returns its id. */
  String startCampaign(Map<String, Object> request) {
    HttpResponse<String> answer = post("/api/v1/campaigns", request);
    if (answer.statusCode() != 202) {
      throw new AssertionError("no campaign: " + answer.statusCode() + " " + answer.body());
    }
    return Json.readTree(answer.body()).path("id").asString("");
  }

  /** Follows a campaign until an event that is wanted; returns every event up to then. */
  List<DomainEvent> follow(String campaignId, Duration limit, Predicate<DomainEvent> wanted) {
    long end = System.nanoTime() + limit.toNanos();
    List<DomainEvent> events = new ArrayList<>();
    while (System.nanoTime() < end) {
      JsonNode page =
          Json.readTree(
              get("/api/v1/campaigns/" + campaignId + "/events?from=" + events.size()).body());
      for (JsonNode node : page) {
        DomainEvent event = Json.mapper().treeToValue(node, RecordedEvent.class).event();
        events.add(event);
        if (wanted.test(event)) {
          return events;
        }
      }
    }
    throw new AssertionError(
        "waited "
            + limit
            + ", saw "
            + events.stream().map(event -> event.getClass().getSimpleName()).toList()
            + "\n"
            + log());
  }

  HttpResponse<String> get(String path) {
    return send(HttpRequest.newBuilder(URI.create(url + path)).GET());
  }

  HttpResponse<String> post(String path, Map<String, Object> body) {
    return send(
        HttpRequest.newBuilder(URI.create(url + path))
            .header("Authorization", "Bearer " + token())
            .header("X-Evolve-Person", "Ada Tester")
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(Json.write(body))));
  }

  HttpResponse<String> delete(String path) {
    return send(
        HttpRequest.newBuilder(URI.create(url + path))
            .header("Authorization", "Bearer " + token())
            .DELETE());
  }

  HttpResponse<String> send(HttpRequest.Builder request) {
    try {
      return http.send(request.timeout(REQUEST).build(), HttpResponse.BodyHandlers.ofString());
    } catch (IOException e) {
      throw new UncheckedIOException(log(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** What it has printed. */
  String log() {
    try {
      return Files.readString(home.resolve("service.log"));
    } catch (IOException e) {
      return "no log: " + e;
    }
  }

  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(Duration.ofSeconds(60))) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    http.close();
  }

  private void awaitReady() {
    long end = System.nanoTime() + START.toNanos();
    Path file = home.resolve("service.json");
    while (System.nanoTime() < end) {
      try {
        if (Files.exists(file)) {
          url = Json.readTree(Files.readString(file)).path("url").asString("");
          return;
        }
        if (!process.isAlive()) {
          throw new AssertionError("the service ended:\n" + log());
        }
        Thread.sleep(100);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException(e);
      }
    }
    throw new AssertionError("the service was not ready within " + START + ":\n" + log());
  }

  private static Process launch(Path home) {
    Neo4jEndpoint graph = SharedServices.neo4j();
    try {
      Files.createDirectories(home);
      List<String> command = new ArrayList<>();
      command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
      command.addAll(FLAGS);
      command.addAll(FastStart.flags());
      command.add("-Devolve.home=" + home);
      command.add("-Devolve.kafka.bootstrap-servers=" + SharedServices.kafka().bootstrapServers());
      command.add("-Devolve.neo4j.uri=" + graph.uri());
      command.add("-Devolve.neo4j.username=" + graph.username());
      command.add("-Devolve.neo4j.password=" + graph.password());
      command.add(Main.class.getName());
      return new ProcessBuilder(command)
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.appendTo(home.resolve("service.log").toFile()))
          .start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Copies a pack that git does not know into a directory of its own. */
  static Path copyPack(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.sorted().toList()) {
        if (!file.startsWith(from.resolve("build"))) {
          Path target = to.resolve(from.relativize(file).toString());
          if (Files.isDirectory(file)) {
            Files.createDirectories(target);
          } else {
            Files.copy(file, target);
          }
        }
      }
    }
    return to;
  }

  /** The fixture pack without the knob that makes candidates misbehave. */
  static Path healthyFixture(Path to) throws IOException {
    return healthyFixture(to, "fixture");
  }

  /** The same under another name: the tests share a log, and with it what is best of a pack. */
  static Path healthyFixture(Path to, String name) throws IOException {
    Path pack =
        copyPack(
            Path.of("..", "evolve-core/src/test/resources/packs/fixture")
                .toAbsolutePath()
                .normalize(),
            to);
    Path file = pack.resolve("evolve.yaml");
    List<String> kept = new ArrayList<>();
    boolean dropping = false;
    for (String line : Files.readAllLines(file)) {
      dropping = line.startsWith("  FAULT:") || dropping && line.startsWith("    ");
      if (!dropping) {
        kept.add(line.equals("name: fixture") ? "name: " + name : line);
      }
    }
    Files.write(file, kept);
    return pack;
  }

  /** Runs the application on any free port until it is killed. */
  static final class Main {

    private Main() {}

    /** Starts. */
    public static void main(String[] arguments) throws InterruptedException {
      EvolveApplication.start("--server.port=0");
      Thread.currentThread().join();
    }
  }
}
