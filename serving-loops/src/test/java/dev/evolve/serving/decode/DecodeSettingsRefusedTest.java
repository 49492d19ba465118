package dev.evolve.serving.decode;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;

class DecodeSettingsRefusedTest {

  @Test
  void knobsThatCannotWorkAreRefusedWithWhatWasWanted() {
    DecodeKnobs knobs = DecodeKnobs.DEFAULTS;
    refused(() -> knobs.withKv(0, 1), "kvBlockSize at least 1, not 0");
    refused(() -> knobs.withKv(16, 0), "kvBlocks at least 1, not 0");
    refused(() -> knobs.withBatches(0, 1, 9), "prefillChunk at least 1");
    refused(() -> knobs.withBatches(10, 0, 10), "maxBatch at least 1");
    refused(() -> knobs.withBatches(10, 1, 9), "prefillChunk (10)");
    refused(() -> knobs.withDrafts(-1, 1, 1), "draftLength at least 0");
    refused(() -> knobs.withDrafts(300, 1, 1), "draftLength + 1, not 256");
    refused(() -> knobs.withDrafts(1, 0, 1), "ngram at least 1");
    refused(() -> knobs.withDrafts(1, 1, 0), "acceptanceThreshold above 0");
    refused(() -> knobs.withDrafts(1, 1, Double.NaN), "acceptanceThreshold");
  }

  @Test
  void requestsThatMakeNoSenseAreRefused() {
    TokenSequence prompt = TokenSequence.of(1);
    refused(() -> request(TokenSequence.EMPTY, 1, List.of()), "at least one token");
    refused(() -> request(TokenSequence.of(258), 1, List.of()), "below 258, not 258");
    refused(() -> request(prompt, 0, List.of()), "max_tokens is at least 1");
    refused(() -> request(prompt, 1, List.of("")), "stop sequence");
    refused(() -> Sampling.of(-0.1, 1), "temperature");
    refused(() -> Sampling.of(Double.NaN, 1), "temperature");
    refused(() -> Sampling.of(1, 0), "top_p");
    refused(() -> TokenSequence.of(-1), "token");
    refused(() -> new NgramDraft(0), "run");
    refused(() -> new DecoderShape(1, 2, 1, 15, 1, 2), "multiple of 16");
    refused(() -> new DecoderShape(0, 2, 1, 16, 1, 2), "layers");
    refused(() -> new DecoderShape(1, 3, 2, 16, 1, 2), "not 3 of 2");
  }

  private static DecodeRequest request(TokenSequence prompt, int maxTokens, List<String> stops) {
    return new DecodeRequest(prompt, maxTokens, Sampling.GREEDY, stops, false);
  }

  private static void refused(Runnable makes, String why) {
    assertThatIllegalArgumentException().isThrownBy(makes::run).withMessageContaining(why);
  }
}
