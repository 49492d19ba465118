package dev.evolve.canary.parity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evolve.canary.http.HttpHead;
import dev.evolve.canary.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AnswerParityTest {

  private static HttpResponse answer(int status, String body) {
    return new HttpResponse(
        new HttpHead("HTTP/1.1 " + status + " X", List.of()),
        status,
        body.getBytes(StandardCharsets.UTF_8));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "{\"trace\": 1.5, \"norm\": 20} | {\"norm\": 20.0, \"trace\": 1.50001}",
        "{\"sum\": 0.0000001, \"norm\": 300} | {\"sum\": -0.0000001, \"norm\": 300}",
        "{\"x\": 1, \"elapsedNs\": 5} | {\"x\": 1, \"elapsedNs\": 99}",
        "{\"x\": 1, \"elapsedNs\": 5} | {\"x\": 1}",
        "{\"a\": [1, {\"b\": 2}], \"name\": \"p\"} | {\"a\": [1, {\"b\": 2}], \"name\": \"q\"}",
        "{\"x\": 0} | {\"x\": 0}",
        "plain | plain"
      })
  void agrees(String baseline, String candidate) {
    assertThat(AnswerParity.standard().agree(answer(200, baseline), answer(200, candidate)))
        .isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "{\"sum\": 1.0} | {\"sum\": 1.001}",
        "{\"sum\": 1.0} | {\"sum\": null}",
        "{\"sum\": 1.0} | {\"sum\": \"1.0\"}",
        "{\"sum\": 1.0} | {}",
        "{\"sum\": 1.0} | {\"sum\": 1.0, \"more\": 2}",
        "{\"sum\": 1.0} | {\"sum\": nan}",
        "{\"sum\": 1e999} | {\"sum\": 1e999}",
        "{\"sum\": 1.0} | {\"sum\": 1e999}",
        "[1, 2] | [1, 2, 3]",
        "[1, 2] | [2, 1]",
        "plain | other"
      })
  void differs(String baseline, String candidate) {
    assertThat(AnswerParity.standard().agree(answer(200, baseline), answer(200, candidate)))
        .isFalse();
  }

  @ParameterizedTest
  @CsvSource({"200, 404", "404, 200"})
  void differsInStatus(int baseline, int candidate) {
    assertThat(AnswerParity.standard().agree(answer(baseline, "1"), answer(candidate, "1")))
        .isFalse();
  }
}
