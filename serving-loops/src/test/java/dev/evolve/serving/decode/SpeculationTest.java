package dev.evolve.serving.decode;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SpeculationTest {

  private static final Sampling WARM = Sampling.of(1, 0.9);
  private static final DecodeRequest GREEDY =
      DecodeRequest.greedy("once upon a time ", 60).ignoringEnd();

  private final DecodeFixture fixture = new DecodeFixture();

  @AfterEach
  void close() {
    fixture.close();
  }

  static List<DraftSource> drafts() {
    TokenSequence truth = truth(GREEDY);
    return List.of(
        new NgramDraft(3),
        new NgramDraft(1),
        (tokens, most) -> TokenSequence.of('!', '!', '!', '!').slice(0, Math.min(4, most)),
        (tokens, most) -> TokenSequence.of('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'),
        new Oracle(GREEDY.prompt().plus(truth), 2),
        new Oracle(GREEDY.prompt().plus(truth), 1));
  }

  @ParameterizedTest
  @MethodSource("drafts")
  void anyDraftLeavesTheTokensAsTheyAre(DraftSource drafts) {
    for (Sampling sampling : List.of(Sampling.GREEDY, WARM)) {
      DecodeRequest request = new DecodeRequest(GREEDY.prompt(), 60, sampling, List.of(), true);
      TokenSequence plain =
          DecodeFixture.run(DecodeFixture.loop(DraftSource.NONE), fixture.executor(), request)
              .generated();

      DecodeFixture.Run drafted =
          DecodeFixture.run(DecodeFixture.loop(drafts), fixture.executor(), request);

      assertThat(drafted.generated()).isEqualTo(plain);
    }
  }

  @Test
  void roundsFallAsAgreementRises() {
    TokenSequence text = GREEDY.prompt().plus(truth(GREEDY));
    List<Long> rounds = new ArrayList<>();
    List<Long> agreed = new ArrayList<>();
    for (int wrongEvery : new int[] {1, 2, 5, 1000}) {
      DecodeState end =
          DecodeFixture.run(
                  DecodeFixture.loop(new Oracle(text, wrongEvery)), fixture.executor(), GREEDY)
              .state();
      rounds.add(end.stepIndex());
      agreed.add(end.agreed());
    }

    assertThat(agreed).isSorted().doesNotHaveDuplicates();
    assertThat(agreed.getFirst()).isZero();
    assertThat(rounds).isSortedAccordingTo((a, b) -> Long.compare(b, a)).doesNotHaveDuplicates();
  }

  @Test
  void thresholdRelaxesNothingUnlessTheRequestAsks() {
    DecodeKnobs relaxed = DecodeFixture.KNOBS.withDrafts(3, 2, 0.0001);
    DraftSource spaces =
        (tokens, most) -> TokenSequence.of(' ', ' ', ' ').slice(0, Math.min(3, most));
    DecodeLoop loop = new DecodeLoop(relaxed, DecodeFixture.SHAPE, spaces);
    DecodeRequest asks =
        new DecodeRequest(GREEDY.prompt(), 60, Sampling.GREEDY.relaxed(), List.of(), true);

    TokenSequence plain = truth(GREEDY);
    TokenSequence unasked =
        DecodeFixture.run(loop, fixture.executor(DecodeFixture.KERNELS, relaxed), GREEDY)
            .generated();
    TokenSequence asked =
        DecodeFixture.run(loop, fixture.executor(DecodeFixture.KERNELS, relaxed), asks).generated();
    TokenSequence askedAtOne =
        DecodeFixture.run(DecodeFixture.loop(spaces), fixture.executor(), asks).generated();

    assertThat(unasked).isEqualTo(plain);
    assertThat(askedAtOne).isEqualTo(plain);
    assertThat(asked).isNotEqualTo(plain);
  }

  private static TokenSequence truth(DecodeRequest request) {
    try (DecodeFixture fixture = new DecodeFixture()) {
      return DecodeFixture.run(DecodeFixture.loop(DraftSource.NONE), fixture.executor(), request)
          .generated();
    }
  }

  /** Knows the text and errs at every position that {@code wrongEvery} divides. */
  private record Oracle(TokenSequence text, int wrongEvery) implements DraftSource {

    @Override
    public TokenSequence draft(TokenSequence tokens, int most) {
      int[] draft = new int[Math.min(most, text.length() - tokens.length())];
      for (int i = 0; i < draft.length; i++) {
        int position = tokens.length() + i;
        int token = text.at(position);
        draft[i] = position % wrongEvery == 0 ? (token + 1) % ByteVocabulary.BEGIN : token;
      }
      return TokenSequence.of(draft);
    }
  }
}
