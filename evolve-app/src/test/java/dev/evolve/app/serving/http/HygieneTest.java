package dev.evolve.app.serving.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evolve.app.serving.engine.CompletionEnd.Reason;
import dev.evolve.app.serving.http.ServerLimits.Sizes;
import dev.evolve.app.serving.http.ServerLimits.Times;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HygieneTest {

  private static final String TEXT = "/v1/completions";
  private static final String ONE = "{\"model\": \"tiny\", \"prompt\": \"a\", \"max_tokens\": 1}";
  private static final ServerLimits SMALL =
      ServerLimits.defaults().withSizes(new Sizes(1_000, 2_000, 1_000));

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "GET /healthz HTTP/1.1\\r\\n\\r\\n                                                       | 400",
        "GET /healthz HTTP/1.1\\r\\nHost: a\\r\\nHost: b\\r\\n\\r\\n                             | 400",
        "GET /healthz HTTP/2.0\\r\\nHost: a\\r\\n\\r\\n                                          | 505",
        "garbage\\r\\n\\r\\n                                                                     | 400",
        "GET /healthz HTTP/1.1\\r\\nHost: a\\r\\nBad Header: 1\\r\\n\\r\\n                       | 400",
        "GET /nothing HTTP/1.1\\r\\nHost: a\\r\\nConnection: close\\r\\n\\r\\n                   | 404",
        "DELETE /healthz HTTP/1.1\\r\\nHost: a\\r\\nConnection: close\\r\\n\\r\\n                | 405",
        "POST /v1/completions HTTP/1.1\\r\\nHost: a\\r\\nContent-Type: application/json\\r\\nConnection: close\\r\\n\\r\\n | 411",
        "POST /v1/completions HTTP/1.1\\r\\nHost: a\\r\\nContent-Length: 2\\r\\n\\r\\n{}         | 415",
        "POST /v1/completions HTTP/1.1\\r\\nHost: a\\r\\nContent-Type: text/plain\\r\\nContent-Length: 2\\r\\n\\r\\n{} | 415",
        "POST /v1/completions HTTP/1.1\\r\\nHost: a\\r\\nContent-Type: application/json\\r\\nContent-Encoding: gzip\\r\\nContent-Length: 2\\r\\n\\r\\n{} | 415",
        "POST /v1/completions HTTP/1.1\\r\\nHost: a\\r\\nContent-Type: application/json\\r\\nContent-Length: x\\r\\n\\r\\n | 400",
        "POST /v1/completions HTTP/1.1\\r\\nHost: a\\r\\nContent-Type: application/json\\r\\nContent-Length: -1\\r\\n\\r\\n | 400",
        "POST /v1/completions HTTP/1.1\\r\\nHost: a\\r\\nContent-Type: application/json\\r\\nContent-Length: 2\\r\\nContent-Length: 3\\r\\n\\r\\n{} | 400",
        "POST /v1/completions HTTP/1.1\\r\\nHost: a\\r\\nContent-Type: application/json\\r\\nContent-Length: 2\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\n0\\r\\n\\r\\n | 400",
        "POST /v1/completions HTTP/1.1\\r\\nHost: a\\r\\nContent-Type: application/json\\r\\nTransfer-Encoding: gzip, chunked\\r\\n\\r\\n0\\r\\n\\r\\n | 400",
        "POST /v1/completions HTTP/1.1\\r\\nHost: a\\r\\nContent-Type: application/json\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\nzz\\r\\n | 400",
        "POST /v1/completions HTTP/1.1\\r\\nHost: a\\r\\nContent-Type: application/json\\r\\nContent-Length: 1001\\r\\n\\r\\n | 413",
        "POST /v1/completions HTTP/1.1\\r\\nHost: a\\r\\nContent-Type: application/json\\r\\nExpect: miracles\\r\\nContent-Length: 2\\r\\n\\r\\n{} | 417",
      })
  void whatIsNoProperRequestIsAnsweredAndTheConnectionEnds(String request, int status)
      throws Exception {
    try (ServerUnderTest server = new ServerUnderTest(SMALL);
        RawClient client = server.raw()) {
      String answer = client.send(request.strip().translateEscapes()).readAll();
      assertThat(answer).startsWith("HTTP/1.1 " + status + " ");
      assertThat(answer).containsIgnoringCase("connection: close").contains("{\"error\":{");
      assertThat(server.engine().hasCalls()).isFalse();
    }
  }

  @Test
  void tooManyHeadersAndTooLongALineAreRefused() throws Exception {
    try (ServerUnderTest server = new ServerUnderTest(SMALL)) {
      try (RawClient client = server.raw()) {
        client.send("GET /healthz HTTP/1.1\r\nHost: a\r\nX: " + "x".repeat(3_000) + "\r\n\r\n");
        assertThat(client.readAll()).startsWith("HTTP/1.1 431 ");
      }
      try (RawClient client = server.raw()) {
        client.send("GET /" + "x".repeat(5_000) + " HTTP/1.1\r\nHost: a\r\n\r\n");
        assertThat(client.readAll()).startsWith("HTTP/1.1 414 ");
      }
    }
  }

  @Test
  void aChunkedBodyIsTakenUpToTheLimitAndNoFurther() throws Exception {
    try (ServerUnderTest server = new ServerUnderTest(SMALL)) {
      server.engine().on(FakeEngine.ECHO);
      String head =
          "POST /v1/completions HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
              + "Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n";
      try (RawClient client = server.raw()) {
        client.send(head).send("%x\r\n%s\r\n0\r\n\r\n".formatted(ONE.length(), ONE));
        assertThat(client.readAll()).startsWith("HTTP/1.1 200 ");
      }
      try (RawClient client = server.raw()) {
        client.send(head).send("3e8\r\n" + " ".repeat(1_000) + "\r\n1\r\n \r\n");
        assertThat(client.readAll()).startsWith("HTTP/1.1 413 ");
      }
    }
  }

  @Test
  void aClientThatAsksFirstIsToldToGoOnOrNot() throws Exception {
    try (ServerUnderTest server = new ServerUnderTest(SMALL)) {
      server.engine().on(FakeEngine.ECHO);
      String head =
          "POST /v1/completions HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
              + "Expect: 100-continue\r\nConnection: close\r\nContent-Length: %d\r\n\r\n";
      try (RawClient client = server.raw()) {
        client.send(head.formatted(ONE.length()));
        assertThat(client.readUntil("\r\n\r\n")).startsWith("HTTP/1.1 100 Continue");
        assertThat(client.send(ONE).readAll()).startsWith("HTTP/1.1 200 ");
      }
      try (RawClient client = server.raw()) {
        assertThat(client.send(head.formatted(5_000)).readAll()).startsWith("HTTP/1.1 413 ");
      }
    }
  }

  @Test
  void aRequestThatIsNotReadInTimeIsAnsweredWith408() throws Exception {
    try (ServerUnderTest server = new ServerUnderTest(quick())) {
      try (RawClient client = server.raw()) {
        client.send("POST /v1/completions HTTP/1.1\r\nHost: a\r\nContent-Ty");
        assertThat(client.readAll()).startsWith("HTTP/1.1 408 ").contains("request_timeout");
      }
      try (RawClient client = server.raw()) {
        client.send(
            "POST /v1/completions HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
                + "Content-Length: 50\r\n\r\n{");
        assertThat(client.readAll()).startsWith("HTTP/1.1 408 ");
      }
    }
  }

  @Test
  void aConnectionWithoutARequestIsClosedInSilence() throws Exception {
    try (ServerUnderTest server = new ServerUnderTest(quick());
        RawClient client = server.raw()) {
      assertThat(client.readAll()).isEmpty();
    }
  }

  @Test
  void aLongAnswerIsNotCutByTheTimesForRequests() throws Exception {
    try (ServerUnderTest server = new ServerUnderTest(quick());
        RawClient first = server.raw()) {
      first.post(TEXT, ONE);
      FakeEngine.Call call = server.engine().next();
      try (RawClient other = server.raw()) {
        // Outlasts both times of this server, on another connection.
        assertThat(other.readAll()).isEmpty();
      }
      call.say("Z").finish(Reason.LENGTH);
      assertThat(first.readUntil("\"text\":\"Z\"")).startsWith("HTTP/1.1 200 ");
    }
  }

  @Test
  void pipelinedRequestsAreAnsweredInTheirOrder() throws Exception {
    try (ServerUnderTest server = new ServerUnderTest();
        RawClient client = server.raw()) {
      client.post(TEXT, ONE).post(TEXT, ONE);
      client.send("GET /nothing HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
      FakeEngine.Call first = server.engine().next();
      assertThat(server.engine().hasCalls()).isFalse();
      first.say("1").finish(Reason.LENGTH);
      server.engine().next().say("2").finish(Reason.LENGTH);
      String answers = client.readAll();
      assertThat(answers)
          .containsSubsequence("\"text\":\"1\"", "\"text\":\"2\"", "HTTP/1.1 404 Not Found");
    }
  }

  @Test
  void manyPipelinedRequestsAreAllAnswered() throws Exception {
    try (ServerUnderTest server = new ServerUnderTest();
        RawClient client = server.raw()) {
      client.post(TEXT, ONE);
      FakeEngine.Call first = server.engine().next();
      StringBuilder more = new StringBuilder();
      for (int i = 0; i < 500; i++) {
        more.append("GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n");
      }
      client.send(more + "GET /nothing HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
      first.say("1").finish(Reason.LENGTH);
      String answers = client.readAll();
      assertThat(answers.split("\"status\":\"ok\"", -1)).hasSize(501);
      assertThat(answers).contains("HTTP/1.1 404");
    }
  }

  @Test
  void aConnectionServesManyRequests() throws Exception {
    try (ServerUnderTest server = new ServerUnderTest();
        RawClient client = server.raw()) {
      server.engine().on(FakeEngine.ECHO);
      for (int i = 0; i < 3; i++) {
        assertThat(client.post(TEXT, ONE).readUntil("}}")).startsWith("HTTP/1.1 200 OK");
      }
      assertThat(client.send("GET /nothing HTTP/1.1\r\nHost: a\r\n\r\n").readUntil("}}"))
          .startsWith("HTTP/1.1 404");
      assertThat(client.post(TEXT, ONE).readUntil("}}")).startsWith("HTTP/1.1 200 OK");
    }
  }

  @Test
  void oldClientsGetEventsWithoutChunks() throws Exception {
    try (ServerUnderTest server = new ServerUnderTest();
        RawClient client = server.raw()) {
      server.engine().on(FakeEngine.ECHO);
      String body = "{\"model\": \"tiny\", \"prompt\": \"a\", \"max_tokens\": 1, \"stream\": true}";
      client.send(
          "POST /v1/completions HTTP/1.0\r\nContent-Type: application/json\r\nContent-Length: "
              + body.length()
              + "\r\n\r\n"
              + body);
      String answer = client.readAll();
      assertThat(answer)
          .doesNotContainIgnoringCase("transfer-encoding")
          .contains("connection: close");
      assertThat(answer).contains("\r\n\r\ndata: {").endsWith("data: [DONE]\n\n");
    }
  }

  @Test
  void headGivesTheHeadersAlone() throws Exception {
    try (ServerUnderTest server = new ServerUnderTest()) {
      HttpResponse<String> answer =
          server.send(
              server
                  .request("/healthz")
                  .method("HEAD", HttpRequest.BodyPublishers.noBody())
                  .build());
      assertThat(answer.statusCode()).isEqualTo(200);
      assertThat(answer.body()).isEmpty();
    }
  }

  @Test
  void aMethodThatAPathDoesNotTakeIsToldWhichItTakes() throws Exception {
    try (ServerUnderTest server = new ServerUnderTest()) {
      HttpResponse<String> answer = server.get(TEXT);
      assertThat(answer.statusCode()).isEqualTo(405);
      assertThat(answer.headers().firstValue("allow")).contains("POST");
    }
  }

  @Test
  void connectionsPastTheLimitAreClosedAtOnce() throws Exception {
    ServerLimits one = new ServerLimits(quickless(), ServerLimits.defaults().sizes(), 1);
    try (ServerUnderTest server = new ServerUnderTest(one);
        RawClient first = server.raw()) {
      first.send("GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n").readUntil("}");
      try (RawClient second = server.raw()) {
        assertThat(readAllOrReset(second)).isEmpty();
      }
      assertThat(first.send("GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n").readUntil("}"))
          .startsWith("HTTP/1.1 200");
    }
  }

  @Test
  void manyClientsAtOnceEachGetTheirOwnAnswer() throws InterruptedException, ExecutionException {
    try (ServerUnderTest server = new ServerUnderTest()) {
      server.engine().on(FakeEngine.ECHO);
      var answers = new java.util.ArrayList<CompletableFuture<HttpResponse<String>>>();
      for (int i = 0; i < 64; i++) {
        answers.add(
            server.later(
                TEXT,
                "{\"model\": \"tiny\", \"prompt\": \"<%d>\", \"max_tokens\": 4}".formatted(i)));
      }
      for (int i = 0; i < 64; i++) {
        assertThat(answers.get(i).get().body()).contains("\"text\":\"<" + i);
      }
    }
  }

  private static String readAllOrReset(RawClient client) {
    try {
      return client.readAll();
    } catch (IOException e) {
      return "";
    }
  }

  private static ServerLimits quick() {
    return ServerLimits.defaults()
        .withTimes(
            new Times(
                Duration.ofMillis(200),
                Duration.ofMillis(300),
                Duration.ofSeconds(30),
                Duration.ofSeconds(30)));
  }

  private static Times quickless() {
    return ServerLimits.defaults().times();
  }
}
