package dev.evolve.serving.decode;

import java.nio.charset.StandardCharsets;

/** The vocabulary: one token for each byte of UTF-8, and two special ones. */
public final class ByteVocabulary {

  /** Begins every prompt; never generated. */
  public static final int BEGIN = 256;

  /** Ends a generated text. */
  public static final int END = 257;

  /** Number of tokens. */
  public static final int SIZE = 258;

  private ByteVocabulary() {}

  /** {@link #BEGIN} and the bytes of a text. */
  public static TokenSequence prompt(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    short[] tokens = new short[bytes.length + 1];
    tokens[0] = BEGIN;
    for (int i = 0; i < bytes.length; i++) {
      tokens[i + 1] = (short) (bytes[i] & 0xff);
    }
    return TokenSequence.owning(tokens);
  }

  /** The bytes from {@code from} up to {@code to}; special tokens have none. */
  public static byte[] bytes(TokenSequence tokens, int from, int to) {
    byte[] bytes = new byte[to - from];
    int count = 0;
    for (int i = from; i < to; i++) {
      if (isByte(tokens.at(i))) {
        bytes[count++] = (byte) tokens.at(i);
      }
    }
    return count == bytes.length ? bytes : java.util.Arrays.copyOf(bytes, count);
  }

  /** Whether a token stands for a byte. */
  public static boolean isByte(int token) {
    return token < BEGIN;
  }
}
