package dev.evolve.serving.decode;

import java.nio.charset.StandardCharsets;

/**
 * Decides how much of a text that still grows may be shown: no character that is not complete, and
 * nothing that may turn out to be the beginning of a stop sequence.
 */
final class TextTail {

  private TextTail() {}

  /** How many of the bytes are safe to show now. */
  static int safe(byte[] bytes, Iterable<String> stops) {
    int held = 0;
    for (String stop : stops) {
      held = Math.max(held, overlap(bytes, stop.getBytes(StandardCharsets.UTF_8)));
    }
    return completeCharacters(bytes, bytes.length - held);
  }

  /** Whether the bytes end with a stop sequence: its length, the longest; 0 if with none. */
  static int stopLength(byte[] bytes, Iterable<String> stops) {
    int longest = 0;
    for (String stop : stops) {
      byte[] wanted = stop.getBytes(StandardCharsets.UTF_8);
      if (wanted.length <= bytes.length && isAtEnd(bytes, wanted, wanted.length)) {
        longest = Math.max(longest, wanted.length);
      }
    }
    return longest;
  }

  /** Length of the longest end of {@code bytes} that a stop sequence begins with. */
  private static int overlap(byte[] bytes, byte[] stop) {
    for (int length = Math.min(stop.length - 1, bytes.length); length > 0; length--) {
      if (isAtEnd(bytes, stop, length)) {
        return length;
      }
    }
    return 0;
  }

  private static boolean isAtEnd(byte[] bytes, byte[] wanted, int length) {
    for (int i = 0; i < length; i++) {
      if (bytes[bytes.length - length + i] != wanted[i]) {
        return false;
      }
    }
    return true;
  }

  /**
   * The longest beginning of at most {@code end} bytes that does not end within a character. Bytes
   * that no continuation could make valid are not waited for; they decode to the replacement
   * character wherever the text is cut.
   */
  static int completeCharacters(byte[] bytes, int end) {
    for (int back = 1; back <= Math.min(3, end); back++) {
      int lead = bytes[end - back] & 0xff;
      if (lead >= 0xC0) {
        return isUnfinished(bytes, end - back, back) ? end - back : end;
      }
      if (lead < 0x80) {
        return end;
      }
    }
    return end;
  }

  /**
   * Whether {@code count} bytes are a proper beginning of some character (Unicode, table 3-7). An
   * encoded surrogate is none, but counts here, since the decoder takes its bytes together.
   */
  private static boolean isUnfinished(byte[] bytes, int from, int count) {
    int lead = bytes[from] & 0xff;
    int wanted = lead >= 0xC2 && lead <= 0xDF ? 2 : lead <= 0xDF ? 0 : lead <= 0xEF ? 3 : 4;
    if (lead > 0xF4 || count >= wanted) {
      return false;
    }
    return count < 2 || isSecond(lead, bytes[from + 1] & 0xff);
  }

  private static boolean isSecond(int lead, int second) {
    int low = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
    int high = lead == 0xF4 ? 0x8F : 0xBF;
    return second >= low && second <= high;
  }
}
