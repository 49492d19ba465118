package dev.evolve.serving.decode;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TextTailTest {

  @ParameterizedTest
  @CsvSource({
    "é, 1, 0",
    "é, 2, 2",
    "a€, 1, 1",
    "a€, 2, 1",
    "a€, 3, 1",
    "a€, 4, 4",
    "😀, 3, 0",
    "😀, 4, 4"
  })
  void characterIsShownOnceItIsComplete(String text, int bytes, int shown) {
    byte[] begun = Arrays.copyOf(text.getBytes(StandardCharsets.UTF_8), bytes);

    assertThat(TextTail.safe(begun, List.of())).isEqualTo(shown);
  }

  @Test
  void bytesThatCanNeverBecomeACharacterAreNotWaitedFor() {
    assertThat(TextTail.safe(new byte[] {(byte) 0xE0, (byte) 0x80}, List.of())).isEqualTo(2);
    assertThat(TextTail.safe(new byte[] {(byte) 0xFF}, List.of())).isEqualTo(1);
    assertThat(TextTail.safe(new byte[] {(byte) 0xC0}, List.of())).isEqualTo(1);
    assertThat(TextTail.safe(new byte[] {(byte) 0x80, (byte) 0x80}, List.of())).isEqualTo(2);
  }

  @Test
  void beginningOfAStopSequenceIsHeldBack() {
    assertThat(TextTail.safe(bytes("say EN"), List.of("END"))).isEqualTo(4);
    assertThat(TextTail.safe(bytes("say ENX"), List.of("END"))).isEqualTo(7);
    assertThat(TextTail.safe(bytes("aab"), List.of("abc", "aabc"))).isZero();
  }

  @Test
  void longestStopSequenceAtTheEndIsFound() {
    assertThat(TextTail.stopLength(bytes("the END"), List.of("D", "END"))).isEqualTo(3);
    assertThat(TextTail.stopLength(bytes("the EN"), List.of("D", "END"))).isZero();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void piecesOfAnyBytesReadLikeTheWhole(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    byte[] whole = new byte[4000];
    for (int i = 0; i < whole.length; i++) {
      whole[i] =
          (byte) (random.nextInt(3) == 0 ? random.nextInt(0x80) : 0x80 + random.nextInt(0x80));
    }
    StringBuilder pieces = new StringBuilder();
    int shown = 0;
    for (int end = 1; end <= whole.length; end++) {
      byte[] pending = Arrays.copyOfRange(whole, shown, end);
      int safe = end == whole.length ? pending.length : TextTail.safe(pending, List.of());
      pieces.append(new String(pending, 0, safe, StandardCharsets.UTF_8));
      shown += safe;
    }
    assertThat(pieces).hasToString(new String(whole, StandardCharsets.UTF_8));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
