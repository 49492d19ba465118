package dev.evolve.loop.gate;

import java.util.List;
import java.util.Optional;

/** Compares two runs of the same request, bit for bit. */
public final class Parity {

  private Parity() {}

  /**
   * Where two runs part.
   *
   * @param loopId the loop
   * @param step index of the first boundary that differs
   * @param what what differs there
   * @param expected what the reference had
   * @param actual what the other had
   */
  public record Divergence(String loopId, long step, String what, String expected, String actual) {

    @Override
    public String toString() {
      return loopId
          + " differs in its "
          + what
          + " at step "
          + step
          + ": expected "
          + expected
          + ", found "
          + actual;
    }
  }

  /** The first difference in the order of steps; empty if there is none. */
  public static Optional<Divergence> firstDivergence(Trajectory expected, Trajectory actual) {
    int boundaries = Math.min(expected.states().size(), actual.states().size());
    for (int i = 0; i < boundaries; i++) {
      Optional<Divergence> found = at(i, expected, actual);
      if (found.isPresent()) {
        return found;
      }
    }
    return ends(expected, actual, boundaries);
  }

  /**
   * How what two runs put out differs, chunks and result, whatever steps they took; empty if it
   * does not.
   */
  public static Optional<Divergence> outputDivergence(Trajectory expected, Trajectory actual) {
    Optional<Divergence> chunks = differ(expected, 0, "chunks", expected.chunks(), actual.chunks());
    return chunks.isPresent()
        ? chunks
        : differ(expected, expected.steps(), "result", expected.result(), actual.result());
  }

  private static Optional<Divergence> at(int boundary, Trajectory expected, Trajectory actual) {
    Optional<Divergence> chunks =
        differ(
            expected, boundary, "chunks", emitted(expected, boundary), emitted(actual, boundary));
    return chunks.isPresent()
        ? chunks
        : differ(
            expected,
            boundary,
            "state",
            expected.states().get(boundary),
            actual.states().get(boundary));
  }

  private static Optional<Divergence> ends(Trajectory expected, Trajectory actual, int boundaries) {
    Optional<Divergence> length =
        differ(expected, boundaries, "number of steps", expected.steps(), actual.steps());
    return length.isPresent()
        ? length
        : differ(expected, expected.steps(), "result", expected.result(), actual.result());
  }

  private static List<?> emitted(Trajectory run, int boundary) {
    int from = boundary == 0 ? 0 : run.chunkCounts().get(boundary - 1);
    return run.chunks().subList(from, run.chunkCounts().get(boundary));
  }

  private static Optional<Divergence> differ(
      Trajectory run, int boundary, String what, Object expected, Object actual) {
    return expected.equals(actual)
        ? Optional.empty()
        : Optional.of(
            new Divergence(
                run.loopId(),
                run.firstStep() + boundary,
                what,
                expected.toString(),
                actual.toString()));
  }
}
