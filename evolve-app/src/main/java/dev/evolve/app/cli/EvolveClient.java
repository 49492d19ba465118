package dev.evolve.app.cli;

import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import dev.evolve.event.RecordedEvent;
import dev.evolve.json.Json;
import java.io.IOException;
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
import tools.jackson.databind.JsonNode;

/** Talks to the service's REST API with the token of its home. */
final class EvolveClient implements AutoCloseable {

  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
  private static final Duration READ_TIMEOUT = Duration.ofSeconds(60);

  /** Merges and rollbacks answer when they are done. */
  private static final Duration COMMAND_TIMEOUT = Duration.ofMinutes(5);

  private final String url;
  private final String token;
  private final HttpClient http = HttpClient.newBuilder().connectTimeout(CONNECT_TIMEOUT).build();

  private EvolveClient(String url, String token) {
    this.url = url;
    this.token = token;
  }

  /** A client of the service at {@code url}, with the token found in {@code home}. */
  static EvolveClient of(String url, Path home) {
    try {
      return new EvolveClient(url, Files.readString(home.resolve("token")).strip());
    } catch (IOException e) {
      throw new EvolveException(
          ErrorCode.NOT_ALLOWED,
          "no access token in "
              + home.resolve("token")
              + "; EVOLVE_HOME must be that of the running service",
          e);
    }
  }

  /**
   * A client of the service that runs on a home.
   *
   * @throws EvolveException if none runs
   */
  static EvolveClient ofRunning(Path home) {
    return ServiceFile.find(home)
        .map(service -> of(service.url(), home))
        .orElseThrow(
            () ->
                new EvolveException(
                    ErrorCode.NOT_FOUND,
                    "no service runs on " + home + "; start one with ./evolve up"));
  }

  /** Base URL of the service. */
  String url() {
    return url;
  }

  JsonNode get(String path) {
    return send(HttpRequest.newBuilder(uri(path)).timeout(READ_TIMEOUT).GET());
  }

  /** The answer as it is. */
  String getText(String path) {
    return exchange(HttpRequest.newBuilder(uri(path)).timeout(READ_TIMEOUT).GET());
  }

  JsonNode post(String path, Map<String, ?> body) {
    return send(
        HttpRequest.newBuilder(uri(path))
            .timeout(COMMAND_TIMEOUT)
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(Json.write(body))));
  }

  /** Events of a campaign from a sequence on; waits a while for the first of them. */
  List<RecordedEvent> events(String campaignId, long from) {
    List<RecordedEvent> events = new ArrayList<>();
    JsonNode answer = get("/api/v1/campaigns/" + campaignId + "/events?from=" + from);
    answer.forEach(node -> events.add(Json.mapper().treeToValue(node, RecordedEvent.class)));
    return events;
  }

  @Override
  public void close() {
    http.close();
  }

  private URI uri(String path) {
    return URI.create(url + path);
  }

  private JsonNode send(HttpRequest.Builder request) {
    String body = exchange(request);
    return Json.readTree(body.isBlank() ? "{}" : body);
  }

  private String exchange(HttpRequest.Builder request) {
    try {
      HttpResponse<String> response =
          http.send(
              request
                  .header("Authorization", "Bearer " + token)
                  .header("Accept", "application/json")
                  .build(),
              HttpResponse.BodyHandlers.ofString());
      if (response.statusCode() >= 400) {
        throw problem(response);
      }
      return response.body();
    } catch (IOException e) {
      throw new EvolveException(
          ErrorCode.SERVICE_FAILED, "the service at " + url + " does not answer: " + e, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new EvolveException(ErrorCode.INTERNAL, "interrupted while waiting for " + url, e);
    }
  }

  private static EvolveException problem(HttpResponse<String> response) {
    String detail = response.body();
    try {
      JsonNode body = Json.readTree(response.body());
      detail = body.path("detail").asString(body.path("title").asString(detail));
    } catch (IllegalArgumentException e) {
      detail = "HTTP " + response.statusCode() + ": " + detail;
    }
    return new EvolveException(
        response.statusCode() >= 500 ? ErrorCode.SERVICE_FAILED : ErrorCode.INVALID_REQUEST,
        detail);
  }
}
