package dev.evolve.serving.decode;

/**
 * Prompt lookup: finds the latest place where the last few tokens stood before, and proposes what
 * followed there. Longer runs are tried first.
 *
 * @param longest longest run that is looked up
 */
public record NgramDraft(int longest) implements DraftSource {

  public NgramDraft {
    if (longest < 1) {
      throw new IllegalArgumentException("a run has at least one token, not " + longest);
    }
  }

  @Override
  public TokenSequence draft(TokenSequence tokens, int most) {
    if (most < 1) {
      return TokenSequence.EMPTY;
    }
    for (int run = Math.min(longest, tokens.length() - 1); run >= 1; run--) {
      int end = endOfEarlier(tokens, run);
      if (end >= 0) {
        return tokens.slice(end, Math.min(end + most, tokens.length()));
      }
    }
    return TokenSequence.EMPTY;
  }

  /** One past the latest earlier place of the last {@code run} tokens; -1 if there is none. */
  private static int endOfEarlier(TokenSequence tokens, int run) {
    int length = tokens.length();
    for (int end = length - 1; end >= run; end--) {
      if (isSame(tokens, end - run, length - run, run)) {
        return end;
      }
    }
    return -1;
  }

  private static boolean isSame(TokenSequence tokens, int first, int second, int count) {
    for (int i = count - 1; i >= 0; i--) {
      if (tokens.at(first + i) != tokens.at(second + i)) {
        return false;
      }
    }
    return true;
  }
}
