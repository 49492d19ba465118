package dev.evolve.serving.decode;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class NgramDraftTest {

  @Test
  void whatFollowedTheLongestRunIsProposed() {
    TokenSequence text = TokenSequence.of(1, 2, 3, 4, 9, 3, 7, 2, 3);
    assertThat(new NgramDraft(2).draft(text, 3)).isEqualTo(TokenSequence.of(4, 9, 3));
    assertThat(new NgramDraft(1).draft(text, 3)).isEqualTo(TokenSequence.of(7, 2, 3));
  }

  @Test
  void nothingIsProposedForWhatWasNeverSeen() {
    assertThat(new NgramDraft(3).draft(TokenSequence.of(1, 2, 3), 4))
        .isEqualTo(TokenSequence.EMPTY);
    assertThat(new NgramDraft(3).draft(TokenSequence.of(1), 4)).isEqualTo(TokenSequence.EMPTY);
  }

  @Test
  void noMoreThanAskedForIsProposed() {
    assertThat(new NgramDraft(1).draft(TokenSequence.of(5, 6, 7, 5), 1))
        .isEqualTo(TokenSequence.of(6));
    assertThat(new NgramDraft(1).draft(TokenSequence.of(5, 5), 0)).isEqualTo(TokenSequence.EMPTY);
  }
}
