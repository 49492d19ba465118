package dev.evolve.app.serving.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.evolve.app.serving.api.CompletionRequest.Delivery;
import dev.evolve.app.serving.api.CompletionRequest.Dialect;
import dev.evolve.app.serving.engine.CompletionCall.Ending;
import dev.evolve.app.serving.engine.CompletionCall.Sampling;
import dev.evolve.app.serving.engine.ServedModel;
import dev.evolve.app.serving.engine.Tokenizer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RequestReaderTest {

  private static final Tokenizer LETTERS =
      new Tokenizer() {
        @Override
        public int size() {
          return 256;
        }

        @Override
        public List<Integer> encode(String text) {
          return text.chars().boxed().toList();
        }
      };
  private final RequestReader reader =
      new RequestReader(new ServedModel("tiny", "1", 100, 0, LETTERS), () -> 77);

  @Test
  void whatIsAbsentHasOpenAisDefaults() {
    CompletionRequest request = text("{'model': 'tiny', 'prompt': 'ab'}");
    assertThat(request)
        .isEqualTo(
            new CompletionRequest(
                Dialect.TEXT,
                List.of(97, 98),
                16,
                new Sampling(1, 1, 77, false),
                new Ending(List.of(), false),
                0,
                Delivery.WHOLE));
  }

  @Test
  void everyFieldIsRead() {
    CompletionRequest request =
        text(
            "{'model': 'tiny', 'prompt': ['ab'], 'max_tokens': 7, 'temperature': 0, 'top_p': 0.5,"
                + " 'seed': -3, 'stop': ['x', 'yz'], 'ignore_eos': true, 'priority': 'batch', 'stream': true,"
                + " 'relaxed_acceptance': true, 'stream_options': {'include_usage': true}, 'user': 'u', 'unheard_of': 1}");
    assertThat(request)
        .isEqualTo(
            new CompletionRequest(
                Dialect.TEXT,
                List.of(97, 98),
                7,
                new Sampling(0, 0.5, -3, true),
                new Ending(List.of("x", "yz"), true),
                RequestReader.BATCH,
                Delivery.STREAM_WITH_USAGE));
  }

  @Test
  void nullIsLikeAbsent() {
    assertThat(
            text(
                "{'model': 'tiny', 'prompt': 'ab', 'max_tokens': null, 'stop': null, 'n': null,"
                    + " 'seed': null, 'stream_options': null, 'logprobs': null}"))
        .isEqualTo(text("{'model': 'tiny', 'prompt': 'ab'}"));
  }

  @Test
  void aPromptMayBeTokens() {
    assertThat(text("{'model': 'tiny', 'prompt': [1, 255]}").prompt()).containsExactly(1, 255);
    assertThat(text("{'model': 'tiny', 'prompt': [[1, 255]]}").prompt()).containsExactly(1, 255);
  }

  @Test
  void messagesBecomeOnePromptByTheTemplate() {
    CompletionRequest request =
        chat(
            "{'model': 'tiny', 'messages': [{'role': 'system', 'content': 'S'}, {'role': 'user',"
                + " 'content': [{'type': 'text', 'text': 'a'}, {'type': 'text', 'text': 'b'}]}]}");
    assertThat(request.prompt())
        .isEqualTo(LETTERS.encode("<|system|>\nS\n<|user|>\nab\n<|assistant|>\n"));
    assertThat(request.maxTokens()).isEqualTo(100 - request.prompt().size());
  }

  @Test
  void theHeaderGivesThePriorityUnlessTheBodyDoes() {
    assertThat(read("{'model': 'tiny', 'prompt': 'a'}", "batch").priority()).isEqualTo(-100);
    assertThat(read("{'model': 'tiny', 'prompt': 'a', 'priority': 5}", "batch").priority())
        .isEqualTo(5);
    assertThat(refusal("{'model': 'tiny', 'prompt': 'a', 'priority': 'soon'}").message())
        .isEqualTo(
            "priority must be interactive, batch or an integer from -1000 to 1000, found soon");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "max_tokens   | 0              | max_tokens must be an integer from 1 to 2147483647, found 0",
        "max_tokens   | 1.5            | max_tokens must be an integer from 1 to 2147483647, found 1.5",
        "temperature  | 2.1            | temperature must be a number from 0.0 to 2.0, found 2.1",
        "temperature  | 'hot'          | temperature must be a number from 0.0 to 2.0, found \"hot\"",
        "top_p        | 0              | top_p must be a number above 0.0 and at most 1.0, found 0",
        "stop         | ['']           | stop must be a string or up to 4 of them, none empty, found \"\"",
        "stop         | [1]            | stop must be a string or up to 4 of them, none empty, found 1",
        "stop         | ['1','2','3','4','5'] | stop must be a string or up to 4 of them, none empty, found [\"1\",\"2\",\"3\",\"4\",\"5\"]",
        "stream       | 1              | stream must be true or false, found 1",
        "seed         | 1e30           | seed must be an integer from -9223372036854775808 to 9223372036854775807, found 1.0E30",
        "n            | 2              | n is not supported: only 1, found 2",
        "best_of      | 3              | best_of is not supported: only 1, found 3",
        "logprobs     | 0              | logprobs is not supported: only null or false, found 0",
        "echo         | true           | echo is not supported: only false, found true",
        "suffix       | 's'            | suffix is not supported: only null, found \"s\"",
        "logit_bias   | {'1': 2}       | logit_bias is not supported: only an empty object, found {\"1\":2}",
        "presence_penalty | 0.5        | presence_penalty is not supported: only 0, found 0.5",
        "prompt       | ''             | prompt must be a string that is not empty, an array of one, or an array of tokens, found \"\"",
        "prompt       | ['a', 'b']     | prompt must be a string that is not empty, an array of one, or an array of tokens, found [\"a\",\"b\"]",
        "prompt       | [1, 256]       | prompt must be tokens from 0 to 255, found 256",
        "prompt       | {}             | prompt must be a string that is not empty, an array of one, or an array of tokens, found {}",
        "stream_options | {}           | stream_options is only allowed when stream is true",
      },
      quoteCharacter = '`')
  void aWrongFieldIsToldByNameWithWhatWasWantedAndFound(
      String field, String value, String message) {
    ApiError error = refusal("{'model': 'tiny', 'prompt': 'a', '%s': %s}".formatted(field, value));
    assertThat(error.message()).isEqualTo(message);
    assertThat(error.status()).isEqualTo(400);
    assertThat(error.param()).isEqualTo(field);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'role': 'tool', 'content': 'x'}   | messages[0].role must be one of assistant, developer, system, user, found \"tool\"",
        "{'role': 'user'}                   | messages[0].content must be a string or an array of text parts, found ",
        "{'role': 'user', 'content': [{'type': 'image_url'}]} | messages[0].content[0] must be a part {\"type\": \"text\", \"text\": \"…\"}, found {\"type\":\"image_url\"}",
        "'hello'                            | messages[0] must be an object with role and content, found \"hello\"",
      },
      quoteCharacter = '`')
  void aWrongMessageIsToldByItsPlace(String message, String complaint) {
    ApiException refused =
        catchThrowableOfType(
            ApiException.class,
            () -> chat("{'model': 'tiny', 'messages': [%s]}".formatted(message)));
    assertThat(refused.error().message().strip()).isEqualTo(complaint.strip());
  }

  @Test
  void whatIsNotJsonIsToldApart() {
    assertThat(refusal("{'model'").code()).isEqualTo("invalid_json");
    assertThat(refusal("[]").message()).isEqualTo("the body must be a JSON object, found []");
    assertThat(refusal("").code()).isEqualTo("invalid_json");
    assertThat(refusal("{'prompt': 'a'}").message())
        .isEqualTo("model is missing; it must be a string");
    assertThat(refusal("{'model': 'tiny'}").param()).isEqualTo("prompt");
  }

  @Test
  void anotherModelIsNotFound() {
    ApiError error = refusal("{'model': 'gpt', 'prompt': 'a'}");
    assertThat(error.status()).isEqualTo(404);
    assertThat(error.code()).isEqualTo("model_not_found");
  }

  @Test
  void aPromptAndCompletionBeyondTheContextAreRefusedWithTheFigures() {
    ApiError error = refusal("{'model': 'tiny', 'prompt': 'abc', 'max_tokens': 98}");
    assertThat(error.code()).isEqualTo("context_length_exceeded");
    assertThat(error.message()).contains("room for 100", "101 were", "3 in the prompt, 98 to");
    assertThat(text("{'model': 'tiny', 'prompt': 'abc', 'max_tokens': 97}").maxTokens())
        .isEqualTo(97);
    ApiException chat =
        catchThrowableOfType(
            ApiException.class,
            () ->
                chat(
                    "{'model': 'tiny', 'messages': [{'role': 'user', 'content': '%s'}]}"
                        .formatted("x".repeat(100))));
    assertThat(chat.error().code()).isEqualTo("context_length_exceeded");
  }

  private CompletionRequest text(String json) {
    return read(json, "");
  }

  private CompletionRequest read(String json, String header) {
    return reader.read(Dialect.TEXT, bytes(json), header);
  }

  private CompletionRequest chat(String json) {
    return reader.read(Dialect.CHAT, bytes(json), "");
  }

  private ApiError refusal(String json) {
    return catchThrowableOfType(ApiException.class, () -> text(json)).error();
  }

  private static byte[] bytes(String json) {
    return json.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
  }
}
