package dev.evolve.serving.decode;

import java.util.Arrays;

/** An immutable sequence of token ids from 0 to {@link Short#MAX_VALUE}. */
public final class TokenSequence {

  /** No tokens. */
  public static final TokenSequence EMPTY = new TokenSequence(new short[0]);

  private final short[] tokens;

  private TokenSequence(short[] tokens) {
    this.tokens = tokens;
  }

  /** These tokens. */
  public static TokenSequence of(int... ids) {
    short[] tokens = new short[ids.length];
    for (int i = 0; i < ids.length; i++) {
      if (ids[i] < 0 || ids[i] > Short.MAX_VALUE) {
        throw new IllegalArgumentException(
            "a token is from 0 to " + Short.MAX_VALUE + ", not " + ids[i]);
      }
      tokens[i] = (short) ids[i];
    }
    return new TokenSequence(tokens);
  }

  /** Takes the array over; the caller keeps no reference to it. */
  static TokenSequence owning(short[] tokens) {
    return new TokenSequence(tokens);
  }

  /** How many tokens. */
  public int length() {
    return tokens.length;
  }

  /** The token at {@code index}. */
  public int at(int index) {
    return tokens[index];
  }

  /** The tokens from {@code from} up to but not including {@code to}. */
  public TokenSequence slice(int from, int to) {
    return from == 0 && to == tokens.length
        ? this
        : new TokenSequence(Arrays.copyOfRange(tokens, from, to));
  }

  /** These tokens and then those. */
  public TokenSequence plus(TokenSequence more) {
    short[] joined = Arrays.copyOf(tokens, tokens.length + more.tokens.length);
    System.arraycopy(more.tokens, 0, joined, tokens.length, more.tokens.length);
    return new TokenSequence(joined);
  }

  /** A copy. */
  public short[] toArray() {
    return tokens.clone();
  }

  @Override
  public boolean equals(Object other) {
    return this == other
        || (other instanceof TokenSequence that && Arrays.equals(tokens, that.tokens));
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(tokens);
  }

  @Override
  public String toString() {
    return Arrays.toString(tokens);
  }
}
