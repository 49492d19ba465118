package dev.evolve.app.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evolve.app.memory.MemoryUnderTest;
import dev.evolve.json.Json;
import java.net.CookieManager;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The API to whoever uses it wrongly. */
class ApiIT {

  private static final Pattern CSRF = Pattern.compile("name=\"_csrf\" value=\"([^\"]+)\"");

  @TempDir private static Path directory = Path.of("replaced by JUnit");

  private static ServiceUnderTest service;

  @BeforeAll
  static void start() {
    service = ServiceUnderTest.start(directory.resolve("home"));
  }

  @AfterAll
  static void stop() {
    service.close();
  }

  @Test
  void answersUnknownThingsWithAProblem() {
    assertProblem(service.get("/api/v1/proposals/none"), 404, "not-found");
    assertProblem(service.get("/api/v1/campaigns/none/events"), 404, "not-found");
    assertProblem(service.get("/api/v1/proposals?limit=0"), 400, "invalid-request");
  }

  @Test
  void refusesToWriteWithoutTheToken() {
    HttpRequest.Builder anonymous =
        HttpRequest.newBuilder(URI.create(service.url() + "/api/v1/campaigns"))
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString("{\"pack\":\"/tmp\"}"));
    assertProblem(service.send(anonymous), 401, "not-allowed");
    assertProblem(
        service.send(anonymous.copy().header("Authorization", "Bearer wrong")), 401, "not-allowed");
  }

  @Test
  void refusesOtherHostsAndOtherSites() {
    HttpRequest.Builder foreign =
        HttpRequest.newBuilder(URI.create(service.url() + "/api/v1/status"))
            .header("Origin", "https://evil.example")
            .GET();
    assertThat(service.send(foreign).statusCode()).isEqualTo(403);
    HttpRequest.Builder neighbour =
        HttpRequest.newBuilder(URI.create(service.url() + "/api/v1/status"))
            .header("Origin", "http://localhost:1")
            .GET();
    assertThat(service.send(neighbour).statusCode()).isEqualTo(403);
    HttpRequest.Builder own =
        HttpRequest.newBuilder(URI.create(service.url() + "/api/v1/status"))
            .header("Origin", service.url())
            .GET();
    assertThat(service.send(own).statusCode()).isEqualTo(200);
  }

  @Test
  void refusesASessionThatWritesWithoutACsrfToken() throws Exception {
    HttpClient browser = HttpClient.newBuilder().cookieHandler(new CookieManager()).build();
    HttpResponse<String> form =
        browser.send(
            HttpRequest.newBuilder(URI.create(service.url() + "/login")).build(),
            HttpResponse.BodyHandlers.ofString());
    Matcher csrf = CSRF.matcher(form.body());
    assertThat(csrf.find()).as(form.body()).isTrue();
    String fields = "person=Mallory&token=" + service.token() + "&_csrf=" + csrf.group(1);
    HttpResponse<String> signedIn =
        browser.send(
            HttpRequest.newBuilder(URI.create(service.url() + "/login"))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(fields))
                .build(),
            HttpResponse.BodyHandlers.ofString());
    assertThat(signedIn.statusCode()).isEqualTo(302);
    assertThat(
            browser
                .send(
                    HttpRequest.newBuilder(URI.create(service.url() + "/")).build(),
                    HttpResponse.BodyHandlers.ofString())
                .body())
        .contains("Mallory");

    HttpResponse<String> write =
        browser.send(
            HttpRequest.newBuilder(URI.create(service.url() + "/api/v1/proposals/none/approve"))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString("{}"))
                .build(),
            HttpResponse.BodyHandlers.ofString());

    assertProblem(write, 403, "not-allowed");
    assertThat(write.body()).contains("CSRF");
  }

  @Test
  void explainsABadRequestAndABadPack() throws Exception {
    assertProblem(service.post("/api/v1/campaigns", Map.of()), 400, "invalid-request");
    assertProblem(
        service.post("/api/v1/campaigns", Map.of("pack", "x", "evaluations", 0)),
        400,
        "invalid-request");
    Path pack = Files.createDirectories(directory.resolve("bad"));
    Files.writeString(pack.resolve("evolve.yaml"), "version: 1\nname: UPPER\nsurprise: 1\n");
    HttpResponse<String> answer =
        service.post("/api/v1/campaigns", Map.of("pack", pack.toString()));
    assertProblem(answer, 400, "invalid-pack");
    assertThat(answer.body()).contains("evolve.yaml:2").contains("evolve.yaml:3");
  }

  @Test
  void refusesDecisionsOnWhatIsNotThere() {
    assertProblem(service.post("/api/v1/proposals/none/approve", Map.of()), 404, "not-found");
    assertProblem(
        service.post("/api/v1/proposals/none/rollback", Map.of("reason", "why")), 404, "not-found");
  }

  @Test
  void keepsAnImportedProfileAndServesItOnlyOnDemand() {
    HttpResponse<String> imported =
        service.post(
            "/api/v1/profiles/import",
            Map.of(
                "pack",
                "far-away",
                "format",
                "configuration",
                "source",
                "<script>alert(1)</script>",
                "content",
                "{\"configuration\":{\"TILE\":\"it's\"},\"value\":1.5,\"unit\":\"ms\"}"));
    assertThat(imported.statusCode()).as(imported.body()).isEqualTo(201);
    String id = Json.readTree(imported.body()).path("profile").path("id").asString();
    service.killAndRestart();

    assertThat(service.get("/api/v1/profiles?pack=far-away&state=imported").body()).contains(id);
    String export = "/api/v1/profiles/" + id + "/export?format=env";
    assertProblem(service.get(export), 409, "conflict");
    assertThat(service.get(export + "&imported=true").body()).contains("TILE='it'\\''s'\n");
    assertThat(service.get("/profiles").body())
        .contains(id)
        .contains("&lt;script&gt;")
        .doesNotContain("<script>alert");
  }

  @Test
  void refusesProfilesThatAreNotThereAndWritersWhoAreNobody() {
    assertProblem(service.get("/api/v1/profiles/lookup?pack=none"), 404, "not-found");
    assertProblem(service.get("/api/v1/profiles/lookup"), 400, "invalid-request");
    assertProblem(service.get("/api/v1/profiles/none"), 404, "not-found");
    assertProblem(service.get("/api/v1/profiles/export?pack=none"), 404, "not-found");
    assertProblem(service.post("/api/v1/profiles/none/revalidate", Map.of()), 404, "not-found");
    HttpRequest.Builder anonymous =
        HttpRequest.newBuilder(URI.create(service.url() + "/api/v1/profiles/import"))
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString("{}"));
    assertProblem(service.send(anonymous), 401, "not-allowed");
  }

  @Test
  void remembersImportedTrialsAcrossARestartUntilTheyAreForgotten() throws Exception {
    HttpResponse<String> imported =
        service.post(
            "/api/v1/memory/import",
            Map.of("source", "a.json", "content", MemoryUnderTest.CACHE, "kernel", "far-away"));
    assertThat(imported.statusCode()).as(imported.body()).isEqualTo(201);
    String id = Json.readTree(imported.body()).path("importId").asString();
    remembered(body -> body.contains(id));
    service.killAndRestart();

    remembered(body -> body.contains(id));
    assertThat(service.get("/api/v1/memory/trials?kernel=far-away").body()).contains("\"TILE\"");
    HttpResponse<String> undone =
        service.post("/api/v1/memory/" + id + "/forget", Map.of("reason", "wrong clocks"));
    assertThat(undone.statusCode()).as(undone.body()).isEqualTo(200);
    remembered(body -> !body.contains(id));
  }

  /** The graph follows the log, so what is remembered shows a moment later. */
  private static void remembered(Predicate<String> wanted) throws InterruptedException {
    Instant latest = Instant.now().plus(Duration.ofSeconds(60));
    String body = service.get("/api/v1/memory?kernel=far-away").body();
    while (!(body.contains("\"entries\"") && wanted.test(body)) && Instant.now().isBefore(latest)) {
      Thread.sleep(200);
      body = service.get("/api/v1/memory?kernel=far-away").body();
    }
    assertThat(body).contains("\"entries\"").matches(wanted);
  }

  @Test
  void describesItselfAndItsMeters() {
    assertThat(service.get("/v3/api-docs").body())
        .contains("/api/v1/campaigns")
        .contains("/api/v1/graph/improvements")
        .contains("/api/v1/profiles/lookup");
    assertThat(service.get("/actuator/prometheus").body())
        .contains("evolve_proposals{stage=\"awaiting_approval\"")
        .contains("evolve_telemetry_published_total");
    assertThat(service.get("/actuator/health").body()).contains("UP");
  }

  @Test
  void holdsASearchForOthersThatSurvivesAKill() throws Exception {
    String id =
        created(
            Map.of(
                "space",
                Map.of(
                    "name",
                    "toy",
                    "parameters",
                    List.of(
                        Map.of("name", "X", "type", "WHOLE", "minimum", 0, "maximum", 9),
                        Map.of("name", "F", "type", "BOOL")),
                    "constraints",
                    List.of("F || X < 5")),
                "seed",
                3,
                "budget",
                Map.of("evaluations", 4)));
    JsonNode first = asked(id, 2);
    told(id, first.path(0), Map.of("value", 2.5, "runSeconds", 1.5));

    service.killAndRestart();

    JsonNode again = asked(id, 5);
    assertThat(again).hasSize(2);
    assertThat(again.toString()).doesNotContain(first.path(0).path("values").toString());
    JsonNode answer = told(id, first.path(0), Map.of("value", 2.5, "runSeconds", 1.5));
    assertThat(answer.path("known").asInt()).isEqualTo(1);
    assertThat(answer.path("best").path("value").asDouble()).isEqualTo(2.5);
    told(id, first.path(1), Map.of("failure", "RUN", "message", "crashed"));
    JsonNode detail = Json.readTree(service.get("/api/v1/searches/" + id + "?from=1").body());
    assertThat(detail.path("summary").path("trials").asInt()).isEqualTo(2);
    assertThat(detail.path("entryCount").asInt()).isEqualTo(6);
    assertThat(detail.path("entries")).hasSize(5);
    assertThat(service.get("/api/v1/searches/" + id + "/report").body()).contains("\"best\":2.5");
    assertThat(service.get("/searches/" + id).body()).contains("search-report");
    assertThat(service.delete("/api/v1/searches/" + id).statusCode()).isEqualTo(204);
    assertProblem(service.get("/api/v1/searches/" + id), 404, "not-found");
  }

  @Test
  void judgesTheRunsOfOthers() {
    HttpResponse<String> nothing = service.post("/api/v1/gates/evaluate", Map.of());
    assertThat(nothing.statusCode()).isEqualTo(200);
    assertThat(nothing.body()).contains("\"verdict\":\"INVALID\"");
    Map<String, Object> unreadable = Map.of("baseline", List.of(Map.of("name", "a", "text", "?")));
    assertProblem(service.post("/api/v1/gates/evaluate", unreadable), 400, "invalid-request");
  }

  @Test
  void refusesASearchThatCannotBe() throws Exception {
    assertProblem(service.post("/api/v1/searches", Map.of()), 400, "invalid-request");
    assertProblem(
        service.post(
            "/api/v1/searches",
            Map.of(
                "space",
                Map.of(
                    "parameters",
                    List.of(Map.of("name", "X", "type", "BOOL")),
                    "constraints",
                    List.of("Y == 1")))),
        400,
        "invalid-request");
    assertProblem(service.post("/api/v1/searches", Map.of("spaec", 1)), 400, "invalid-request");
    assertProblem(service.post("/api/v1/searches/none/ask", Map.of()), 404, "not-found");
  }

  private static String created(Map<String, Object> body) {
    HttpResponse<String> answer = service.post("/api/v1/searches", body);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
    return Json.readTree(answer.body()).path("id").asString();
  }

  private static JsonNode asked(String id, int count) {
    HttpResponse<String> answer =
        service.post("/api/v1/searches/" + id + "/ask?count=" + count, Map.of());
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return Json.readTree(answer.body()).path("proposals");
  }

  private static JsonNode told(String id, JsonNode proposal, Map<String, Object> result) {
    HttpResponse<String> answer =
        service.post(
            "/api/v1/searches/" + id + "/tell",
            Map.of(
                "results",
                List.of(Map.of("number", proposal.path("number").asLong(), "result", result))));
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return Json.readTree(answer.body());
  }

  private static void assertProblem(HttpResponse<String> answer, int status, String code) {
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
    JsonNode problem = Json.readTree(answer.body());
    assertThat(problem.path("type").asString()).isEqualTo("urn:evolve:problem:" + code);
    assertThat(problem.path("code").asString()).isEqualTo(code);
    assertThat(problem.path("detail").asString()).isNotBlank();
  }
}
