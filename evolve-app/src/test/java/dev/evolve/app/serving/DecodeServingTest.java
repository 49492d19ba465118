package dev.evolve.app.serving;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evolve.app.serving.http.RawClient;
import dev.evolve.json.Json;
import dev.evolve.serving.decode.DecodeKnobs;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

@Timeout(120)
class DecodeServingTest {

  private static final DecodeKnobs KNOBS = DecodeKnobs.DEFAULTS;

  /** Tokens of a slow request: enough to meet it on its way. */
  private static final int SOME = 24;

  /** Room for one slow request, and not for two. */
  private static final DecodeKnobs ROOM_FOR_ONE = KNOBS.withKv(16, 3);

  @Test
  void oneDocumentAndEventsHaveTheSameTextForTheSameSeed() throws Exception {
    try (DecoderUnderTest decoder = DecoderUnderTest.tiny(KNOBS)) {
      ObjectNode request = decoder.asking("Once upon a time", 60);
      String whole = decoder.text(request);
      assertThat(whole).hasSize(60);
      assertThat(decoder.text(request)).isEqualTo(whole);
      assertThat(streamed(decoder, request)).isEqualTo(whole);
      assertThat(decoder.text(request.deepCopy().put("seed", 12))).isNotEqualTo(whole);
    }
  }

  @Test
  void requestsTogetherSayWhatEachSaysAlone() throws Exception {
    try (DecoderUnderTest decoder = DecoderUnderTest.tiny(KNOBS)) {
      List<ObjectNode> requests = new ArrayList<>();
      List<String> alone = new ArrayList<>();
      for (int i = 0; i < 24; i++) {
        ObjectNode request = decoder.asking("prompt " + "x".repeat(7 * i), 20 + i).put("seed", i);
        requests.add(request);
        alone.add(decoder.text(request));
      }
      List<CompletableFuture<HttpResponse<String>>> together =
          requests.stream().map(decoder::later).toList();
      for (int i = 0; i < together.size(); i++) {
        JsonNode answer = Json.readTree(together.get(i).get().body());
        assertThat(DecoderUnderTest.textOf(answer)).isEqualTo(alone.get(i));
      }
    }
  }

  @Test
  void draftsDoNotChangeWhatIsSaid() throws Exception {
    String plain;
    try (DecoderUnderTest decoder = DecoderUnderTest.tiny(KNOBS)) {
      plain = decoder.text(decoder.asking("abcabcabc", 100).put("temperature", 0));
    }
    try (DecoderUnderTest decoder = DecoderUnderTest.tiny(KNOBS.withDrafts(4, 3, 1))) {
      assertThat(decoder.text(decoder.asking("abcabcabc", 100).put("temperature", 0)))
          .isEqualTo(plain);
      assertThat(decoder.meter("evolve_spec_decode_num_draft_tokens_total")).isPositive();
    }
  }

  @Test
  void aStopTextEndsTheAnswerBeforeIt() throws Exception {
    try (DecoderUnderTest decoder = DecoderUnderTest.tiny(KNOBS)) {
      ObjectNode request = decoder.asking("stop", 60);
      String whole = decoder.text(request);
      String stop = whole.substring(20, 23);
      JsonNode answer = decoder.ask(request.put("stop", stop));
      assertThat(DecoderUnderTest.textOf(answer))
          .isEqualTo(whole.substring(0, whole.indexOf(stop)));
      assertThat(answer.at("/choices/0/finish_reason").asString()).isEqualTo("stop");
      assertThat(answer.at("/usage/completion_tokens").intValue())
          .isEqualTo(whole.indexOf(stop) + 3);
      assertThat(streamed(decoder, request)).isEqualTo(DecoderUnderTest.textOf(answer));
    }
  }

  @Test
  void promptsThatBeginAlikeAreComputedOnce() throws Exception {
    try (DecoderUnderTest decoder = DecoderUnderTest.tiny(KNOBS)) {
      ObjectNode request = decoder.asking("p".repeat(200), 5);
      String first = decoder.text(request);
      assertThat(decoder.meter("evolve_prefix_cache_hits_total")).isZero();
      assertThat(decoder.text(request)).isEqualTo(first);
      assertThat(decoder.meter("evolve_prefix_cache_hits_total")).isGreaterThanOrEqualTo(176);
    }
  }

  @Test
  void aClientThatLeavesFreesItsCacheBlocks() throws Exception {
    try (DecoderUnderTest decoder = DecoderUnderTest.slow(KNOBS, 8)) {
      try (RawClient client = decoder.raw()) {
        client.post(
            "/v1/completions", decoder.asking("long", 2_000).put("stream", true).toString());
        client.readUntil("\"text\":");
        assertThat(decoder.meter("evolve_num_kv_blocks_used")).isPositive();
      }
      decoder.await("evolve_num_requests_running", running -> running == 0);
      assertThat(decoder.meter("evolve_num_kv_blocks_used")).isZero();
      assertThat(decoder.meter("evolve_request_cancelled_total{reason=\"client_left\"}"))
          .isEqualTo(1);
      assertThat(decoder.ask(decoder.asking("next", 1)).at("/usage/completion_tokens").intValue())
          .isEqualTo(1);
    }
  }

  @Test
  void whatFindsNoRoomWaitsAndWhatFindsTheQueueFullIsTurnedAway() throws Exception {
    try (DecoderUnderTest decoder = DecoderUnderTest.slow(ROOM_FOR_ONE, 1)) {
      CompletableFuture<HttpResponse<String>> first = decoder.later(decoder.asking("1", SOME));
      decoder.await("evolve_num_requests_running", running -> running == 1);
      CompletableFuture<HttpResponse<String>> second = decoder.later(decoder.asking("2", SOME));
      decoder.await("evolve_num_requests_waiting", waiting -> waiting == 1);
      HttpResponse<String> third = decoder.later(decoder.asking("3", SOME)).get();
      assertThat(third.statusCode()).isEqualTo(429);
      assertThat(third.headers().firstValue("retry-after")).isPresent();
      assertThat(first.get().statusCode()).isEqualTo(200);
      assertThat(second.get().statusCode()).isEqualTo(200);
    }
  }

  @Test
  void aRequestForMoreThanTheWholeCacheIsRefusedAtOnce() throws Exception {
    try (DecoderUnderTest decoder = DecoderUnderTest.slow(ROOM_FOR_ONE, 8)) {
      HttpResponse<String> answer = decoder.later(decoder.asking("big", 1_000)).get();
      assertThat(answer.statusCode()).isEqualTo(400);
      assertThat(Json.readTree(answer.body()).at("/error/code").asString())
          .isEqualTo("request_too_large");
    }
  }

  @Test
  void anInteractiveRequestGoesBeforeABatchAndTheBatchLosesNoWord() throws Exception {
    try (DecoderUnderTest decoder = DecoderUnderTest.slow(ROOM_FOR_ONE, 8)) {
      ObjectNode batch = decoder.asking("batch", SOME).put("priority", "batch");
      CompletableFuture<HttpResponse<String>> slow = decoder.later(batch);
      decoder.await("evolve_generation_tokens_total", tokens -> tokens > 2);
      assertThat(decoder.text(decoder.asking("quick", SOME))).hasSize(SOME);
      assertThat(slow).isNotDone();
      assertThat(decoder.meter("evolve_num_preemptions_total")).isEqualTo(1);
      String interrupted = DecoderUnderTest.textOf(Json.readTree(slow.get().body()));
      assertThat(interrupted).isEqualTo(decoder.text(batch)).hasSize(SOME);
    }
  }

  @Test
  void aDrainLetsRunningRequestsFinish() throws Exception {
    try (DecoderUnderTest decoder = DecoderUnderTest.slow(KNOBS, 8)) {
      CompletableFuture<HttpResponse<String>> running = decoder.later(decoder.asking("r", SOME));
      decoder.await("evolve_num_requests_running", count -> count == 1);
      assertThat(decoder.serving().drain()).isTrue();
      assertThat(DecoderUnderTest.textOf(Json.readTree(running.get().body()))).hasSize(SOME);
    }
  }

  private static String streamed(DecoderUnderTest decoder, ObjectNode request) throws Exception {
    String body = decoder.later(request.deepCopy().put("stream", true)).get().body();
    assertThat(body).endsWith("data: [DONE]\n\n");
    StringBuilder text = new StringBuilder();
    for (String event : body.substring(0, body.length() - 14).split("\n\n")) {
      text.append(DecoderUnderTest.textOf(Json.readTree(event.substring(6))));
    }
    return text.toString();
  }
}
