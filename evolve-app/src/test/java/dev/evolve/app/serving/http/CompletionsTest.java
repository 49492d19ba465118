package dev.evolve.app.serving.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evolve.app.serving.engine.CompletionCall;
import dev.evolve.app.serving.engine.CompletionCall.Ending;
import dev.evolve.app.serving.engine.CompletionCall.Sampling;
import dev.evolve.app.serving.engine.CompletionEnd;
import dev.evolve.app.serving.engine.CompletionEnd.Reason;
import dev.evolve.app.serving.engine.CompletionEnd.Refusal;
import dev.evolve.json.Json;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class CompletionsTest {

  private static final String TEXT = "/v1/completions";
  private static final String CHAT = "/v1/chat/completions";

  private final ServerUnderTest server = new ServerUnderTest();
  private final FakeEngine engine = server.engine();

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void answersATextCompletionInOneDocument() throws Exception {
    engine.on(FakeEngine.ECHO);
    HttpResponse<String> answer =
        server.post(TEXT, "{\"model\": \"tiny\", \"prompt\": \"ab\", \"max_tokens\": 5}");
    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.headers().firstValue("content-type")).contains("application/json");
    assertThat(ServerUnderTest.json(answer))
        .isEqualTo(
            Json.readTree(
                """
                {"id": "cmpl-id2", "object": "text_completion", "created": 1767323045,
                 "model": "tiny",
                 "choices": [{"index": 0, "logprobs": null, "finish_reason": "length",
                              "text": "ababa"}],
                 "usage": {"prompt_tokens": 2, "completion_tokens": 5, "total_tokens": 7}}
                """));
  }

  @Test
  void answersAChatInOneDocument() throws Exception {
    engine.on(call -> call.say("hello").finish(Reason.STOP));
    JsonNode answer =
        ServerUnderTest.json(
            server.post(
                CHAT,
                """
                {"model": "tiny", "messages": [{"role": "user", "content": "hi"}], "seed": 3}
                """));
    assertThat(answer.path("object").asString()).isEqualTo("chat.completion");
    JsonNode choice = answer.path("choices").get(0);
    assertThat(choice.path("message"))
        .isEqualTo(Json.readTree("{\"role\": \"assistant\", \"content\": \"hello\"}"));
    assertThat(choice.path("finish_reason").asString()).isEqualTo("stop");
    assertThat(engine.next().call().sampling().seed()).isEqualTo(3);
  }

  @Test
  void streamsATextCompletionAsEventsThatEndInDone() throws Exception {
    engine.on(call -> call.say("xyz").finish(Reason.LENGTH));
    HttpResponse<String> answer =
        server.post(
            TEXT,
            """
            {"model": "tiny", "prompt": "a", "stream": true,
             "stream_options": {"include_usage": true}}
            """);
    assertThat(answer.headers().firstValue("content-type"))
        .contains("text/event-stream; charset=utf-8");
    assertThat(answer.headers().firstValue("cache-control")).contains("no-store");
    List<JsonNode> events = events(answer.body());
    assertThat(text(events)).isEqualTo("xyz");
    assertThat(events.get(events.size() - 2).at("/choices/0/finish_reason").asString())
        .isEqualTo("length");
    JsonNode usage = events.getLast();
    assertThat(usage.path("choices").isEmpty()).isTrue();
    assertThat(usage.at("/usage/total_tokens").intValue()).isEqualTo(4);
  }

  @Test
  void streamsAChatWithTheRoleFirst() throws Exception {
    engine.on(call -> call.say("hé").finish(Reason.STOP));
    List<JsonNode> events =
        events(
            server
                .post(
                    CHAT,
                    """
                    {"model": "tiny", "messages": [{"role": "user", "content": "hi"}],
                     "stream": true}
                    """)
                .body());
    assertThat(events.getFirst().at("/choices/0/delta"))
        .isEqualTo(Json.readTree("{\"role\": \"assistant\", \"content\": \"\"}"));
    assertThat(events)
        .allMatch(event -> event.path("object").asString().equals("chat.completion.chunk"));
    assertThat(
            events.stream()
                .map(event -> event.at("/choices/0/delta/content").asString(""))
                .reduce("", String::concat))
        .isEqualTo("hé");
    assertThat(events.getLast().at("/choices/0/delta").isEmpty()).isTrue();
  }

  @Test
  void eachTokenIsSentWhenItComes() throws Exception {
    try (RawClient client = server.raw()) {
      client.post(TEXT, "{\"model\": \"tiny\", \"prompt\": \"a\", \"stream\": true}");
      FakeEngine.Call call = engine.next();
      call.say("Q");
      assertThat(client.readUntil("\"text\":\"Q\"")).startsWith("HTTP/1.1 200 OK");
      call.say("R");
      client.readUntil("\"text\":\"R\"");
      call.finish(Reason.LENGTH);
      client.readUntil("data: [DONE]\n\n");
    }
  }

  @Test
  void theEngineIsToldEverythingThatWasAskedFor() throws Exception {
    engine.on(call -> call.finish(Reason.STOP));
    server.post(
        TEXT,
        """
        {"model": "tiny", "prompt": "a", "stop": "END", "max_tokens": 99, "temperature": 0.5,
         "top_p": 0.9, "seed": 4, "priority": 7}
        """);
    assertThat(engine.next().call())
        .isEqualTo(
            new CompletionCall(
                "cmpl-id1",
                List.of(97),
                99,
                new Sampling(0.5, 0.9, 4, false),
                new Ending(List.of("END"), false),
                7));
  }

  @Test
  void aFullQueueIsAnsweredWith429AndWhenToTryAgain() throws Exception {
    engine.on(call -> call.end(new CompletionEnd.Refused(Refusal.BUSY, "8 wait already")));
    HttpResponse<String> answer = server.post(TEXT, "{\"model\": \"tiny\", \"prompt\": \"a\"}");
    assertThat(answer.statusCode()).isEqualTo(429);
    assertThat(answer.headers().firstValue("retry-after")).contains("1");
    assertThat(ServerUnderTest.json(answer))
        .isEqualTo(
            Json.readTree(
                """
                {"error": {"message": "8 wait already", "type": "rate_limit_error",
                           "param": null, "code": "rate_limit_exceeded"}}
                """));
  }

  @Test
  void aCallThatBreaksIsAnsweredWith500AndAnId() throws Exception {
    engine.on(
        call -> call.end(new CompletionEnd.Failed(new IllegalStateException("kernel on fire"))));
    HttpResponse<String> answer = server.post(TEXT, "{\"model\": \"tiny\", \"prompt\": \"a\"}");
    assertThat(answer.statusCode()).isEqualTo(500);
    assertThat(ServerUnderTest.json(answer).at("/error/message").asString())
        .contains("cmpl-id2")
        .doesNotContain("fire");
    assertThat(ServerUnderTest.json(answer).at("/error/type").asString()).isEqualTo("server_error");
  }

  @Test
  void aStreamThatBreaksSaysSoInAnEventAndEnds() throws Exception {
    try (RawClient client = server.raw()) {
      client.post(TEXT, "{\"model\": \"tiny\", \"prompt\": \"a\", \"stream\": true}");
      FakeEngine.Call call = engine.next().say("Q");
      client.readUntil("\"text\":\"Q\"");
      call.end(new CompletionEnd.Failed(new IllegalStateException("kernel on fire")));
      assertThat(client.readUntil("data: [DONE]\n\n")).contains("\"code\":\"internal_error\"");
    }
  }

  @Test
  void modelsAreListedWithTheVersionOfTheirWeights() throws Exception {
    JsonNode list = ServerUnderTest.json(server.get("/v1/models"));
    assertThat(list.at("/data/0/id").asString()).isEqualTo("tiny");
    assertThat(list.at("/data/0/weights_version").asString()).isEqualTo("seeded-1");
    assertThat(ServerUnderTest.json(server.get("/v1/models/tiny"))).isEqualTo(list.at("/data/0"));
    assertThat(server.get("/v1/models/other").statusCode()).isEqualTo(404);
  }

  @Test
  void healthIsOkUntilTheEngineBreaks() throws Exception {
    assertThat(server.get("/healthz").statusCode()).isEqualTo(200);
    engine.breakDown();
    HttpResponse<String> answer = server.get("/healthz");
    assertThat(answer.statusCode()).isEqualTo(503);
    assertThat(ServerUnderTest.json(answer).path("status").asString()).isEqualTo("broken");
    assertThat(server.get("/metrics").statusCode()).isEqualTo(503);
  }

  @Test
  void metricsCountRequestsTokensAndTimes() throws Exception {
    engine.on(FakeEngine.ECHO);
    server.post(TEXT, "{\"model\": \"tiny\", \"prompt\": \"a\", \"max_tokens\": 3}");
    server.post(TEXT, "{}");
    server.get("/not/there?x=1");
    HttpResponse<String> metrics = server.get("/metrics");
    assertThat(metrics.headers().firstValue("content-type"))
        .contains("text/plain; version=0.0.4; charset=utf-8");
    assertThat(metrics.body())
        .contains("evolve_http_requests_total{path=\"/v1/completions\",status=\"200\"} 1.0")
        .contains("evolve_http_requests_total{path=\"/v1/completions\",status=\"400\"} 1.0")
        .contains("evolve_http_requests_total{path=\"other\",status=\"404\"} 1.0")
        .contains("evolve_request_success_total{finished_reason=\"length\"} 1.0")
        .contains("evolve_time_to_first_token_seconds_count 1")
        .contains("evolve_time_per_output_token_seconds_count 1")
        .contains("evolve_inter_token_latency_seconds_count 2")
        .contains("evolve_num_requests_running 0.0")
        .contains("evolve_num_kv_blocks 64.0")
        .contains("evolve_prefix_cache_hits_total 0.0")
        .contains("evolve_num_preemptions_total 0.0");
  }

  private static List<JsonNode> events(String body) {
    List<String> data = List.of(body.split("\n\n"));
    assertThat(data.getLast()).isEqualTo("data: [DONE]");
    return data.subList(0, data.size() - 1).stream()
        .map(each -> Json.readTree(each.substring("data: ".length())))
        .toList();
  }

  private static String text(List<JsonNode> events) {
    return events.stream()
        .map(event -> event.at("/choices/0/text").asString(""))
        .reduce("", String::concat);
  }
}
