package dev.evolve.loop.runtime;

/** Which loops a cancel reaches. Each of them stops at its next step boundary. */
public sealed interface CancelScope {

  /** Whether the scope holds a loop. */
  boolean contains(String loopId);

  /**
   * One loop.
   *
   * @param loopId its id
   */
  record LoopScope(String loopId) implements CancelScope {
    @Override
    public boolean contains(String candidate) {
      return candidate.equals(loopId);
    }
  }

  /**
   * All loops of a request or a session: those whose id is the prefix, or begins with it and a
   * slash. {@code s1} reaches {@code s1} and {@code s1/r1/decode}, but not {@code s10}.
   *
   * @param prefix the part of the id that they share
   */
  record GroupScope(String prefix) implements CancelScope {
    public GroupScope {
      if (prefix.isBlank()) {
        throw new IllegalArgumentException(
            "a group needs a prefix; an empty one would be everyone");
      }
    }

    @Override
    public boolean contains(String candidate) {
      return candidate.equals(prefix) || candidate.startsWith(prefix + "/");
    }
  }

  /**
   * One stream of a loop: its chunks are no longer emitted, while the loop goes on. Events are
   * stored all the same.
   *
   * @param loopId id of the loop
   * @param stream the stream that nobody wants any more
   */
  record StreamScope(String loopId, String stream) implements CancelScope {
    @Override
    public boolean contains(String candidate) {
      return candidate.equals(loopId);
    }
  }
}
