package dev.evolve.loop.gate;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Checks that snapshots are real: each request is stopped at every step boundary, its state alone
 * is carried as bytes into a fresh run, and from there on everything must equal the run that was
 * not stopped, bit for bit. What the loop held in caches is lost on the way ({@link
 * dev.evolve.loop.Loop#withoutCache}); where that changes its state, steps may be taken again, and
 * what it puts out must be equal all the same. The number of steps grows with the square of the
 * requests' lengths.
 *
 * @param signals what wakes waiting plans
 */
public record SnapshotGate(SignalScript signals) {

  /**
   * Runs the check.
   *
   * @param field makes the entrants of one run, always the same requests in the same order
   */
  public LoopGateReport check(Supplier<List<Entrant<?, ?>>> field) {
    return new Check(field).report();
  }

  private final class Check extends GateRun {

    Check(Supplier<List<Entrant<?, ?>>> field) {
      super(field, signals());
    }

    @Override
    void examine() {
      for (int i = 0; i < requests; i++) {
        List<byte[]> snapshots = new ArrayList<>();
        LoopRun<?> whole = entrant(i).begin(signals);
        snapshots.add(whole.bytes());
        while (!whole.isDone()) {
          step(whole);
          snapshots.add(whole.bytes());
        }
        restoreEach(i, snapshots, whole.trajectory());
      }
    }

    private void restoreEach(int request, List<byte[]> snapshots, Trajectory whole) {
      if (whole.isEmpty()) {
        findings.add(whole.loopId() + " puts out nothing that could be compared");
      }
      for (int boundary = 0; boundary < snapshots.size(); boundary++) {
        LoopRun<?> restored = finish(entrant(request).resume(snapshots.get(boundary), signals));
        String stopped = "stopped at step " + boundary + ", ";
        divergence(whole, boundary, restored.trajectory())
            .ifPresent(divergence -> findings.add(stopped + divergence));
      }
    }

    private static Optional<Parity.Divergence> divergence(
        Trajectory whole, int boundary, Trajectory restored) {
      Trajectory rest = whole.from(boundary);
      boolean sameState = rest.states().getFirst().equals(restored.states().getFirst());
      return sameState
          ? Parity.firstDivergence(rest, restored)
          : Parity.outputDivergence(rest, restored);
    }
  }
}
