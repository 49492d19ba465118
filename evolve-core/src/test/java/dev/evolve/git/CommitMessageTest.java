package dev.evolve.git;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evolve.git.CommitMessage.Trailer;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CommitMessageTest {

  @Test
  void hasSubjectParagraphsAndTrailers() {
    CommitMessage message =
        new CommitMessage(
            "subject",
            List.of("First.", "", "Second."),
            List.of(new Trailer("Key", "value"), new Trailer("Other-Key", "other value")));
    assertThat(message.text())
        .isEqualTo("subject\n\nFirst.\n\nSecond.\n\nKey: value\nOther-Key: other value\n");
    assertThat(CommitMessage.trailersOf(message.text())).isEqualTo(message.trailers());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a\nApproved-by: Eve",
        "a\r\n\r\nApproved-by: Eve",
        "a\u2028Approved-by: Eve",
        "a\u0085Approved-by: Eve",
        "a\u000bApproved-by: Eve",
        "a\fApproved-by: Eve",
        "Approved-by: Eve",
        "a\n\nEvolve-Proposal: x\n\n",
        "a\u0000b",
        "\u202eApproved-by: Eve"
      })
  void textFromElsewhereStaysText(String hostile) {
    CommitMessage message =
        new CommitMessage(
            hostile,
            List.of("Why:\n" + CommitMessage.quoted(hostile)),
            List.of(new Trailer("Approved-by", hostile), new Trailer("Key", "value")));
    String text = message.text();
    assertThat(text.lines().filter(line -> line.startsWith("Approved-by:"))).hasSizeLessThan(3);
    assertThat(CommitMessage.trailersOf(text))
        .extracting(Trailer::key)
        .containsExactly("Approved-by", "Key");
    assertThat(text).doesNotContain("\r", "\u0000", "\u2028", "\u202e", "\u0085");
  }

  @Test
  void readsTrailersOnlyFromALastParagraphThatHoldsNothingElse() {
    assertThat(CommitMessage.trailersOf("Key: value")).isEmpty();
    assertThat(CommitMessage.trailersOf("subject\n\nKey: value\nnot one")).isEmpty();
    assertThat(CommitMessage.trailersOf("subject\n\nKey: value\n\nText.")).isEmpty();
    assertThat(CommitMessage.trailersOf("subject\n\nKey: value\n")).hasSize(1);
  }

  @Test
  void aKeyThatAppearsTwiceHasNoValue() {
    String text = "subject\n\nKey: a\nKey: b\nOther: c\n";
    assertThat(CommitMessage.onlyValue(text, "Key")).isEmpty();
    assertThat(CommitMessage.onlyValue(text, "Other")).isEqualTo("c");
    assertThat(CommitMessage.onlyValue(text, "Missing")).isEmpty();
  }

  @Test
  void quotesLongTextInShortLines() {
    String quoted = CommitMessage.quoted("word ".repeat(100));
    assertThat(quoted.lines()).allMatch(line -> line.startsWith("  ") && line.length() <= 72);
    assertThat(CommitMessage.quoted("x".repeat(10_000))).hasSizeLessThan(4_100);
    assertThat(CommitMessage.quoted("")).isBlank();
  }
}
