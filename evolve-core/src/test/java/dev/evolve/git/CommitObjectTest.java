package dev.evolve.git;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.eclipse.jgit.lib.ObjectId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CommitObjectTest {

  private static final String ID = "a".repeat(40);
  private static final String WHO = "A <a@x> 1 +0000";
  private static final String HEAD = "tree " + ID + "\nauthor " + WHO + "\ncommitter " + WHO + "\n";

  private static CommitObject parse(String text) {
    return CommitObject.parse(text.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void readsWhatItWrites() {
    ObjectId id = ObjectId.fromString(ID);
    CommitObject commit =
        new CommitObject(id, List.of(id, id), WHO, WHO, "", "subject\n\nbödy\n")
            .withSignature("-----BEGIN\nline\n-----END\n");
    assertThat(CommitObject.parse(commit.bytes())).isEqualTo(commit);
    assertThat(new String(commit.signedBytes(), StandardCharsets.UTF_8)).doesNotContain("gpgsig");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "tree\n\n",
        "encoding latin1\n\nmessage",
        "gpgsig x\n\ny",
      })
  void refusesWhatIsNotACommitAsWeWriteThem(String text) {
    assertThatThrownBy(() -> parse(text)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void refusesHeadersOutOfOrderUnknownOrTwice() {
    assertThat(parse(HEAD + "\nmessage").message()).isEqualTo("message");
    for (String extra :
        List.of(
            "encoding latin1\n",
            "mergetag object\n",
            "parent " + ID + "\n",
            "gpgsig a\ngpgsig b\n",
            " folded\n")) {
      assertThatThrownBy(() -> parse(HEAD + extra + "\nmessage"))
          .as(extra)
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void refusesTextThatIsNotUtf8() {
    byte[] bytes = (HEAD + "\nmessage?").getBytes(StandardCharsets.UTF_8);
    bytes[bytes.length - 1] = (byte) 0xff;
    assertThatThrownBy(() -> CommitObject.parse(bytes)).hasMessageContaining("UTF-8");
  }
}
