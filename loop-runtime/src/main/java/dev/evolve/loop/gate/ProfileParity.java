package dev.evolve.loop.gate;

import dev.evolve.loop.BehaviorRecord;
import dev.evolve.loop.ExecutionProfile;
import dev.evolve.loop.StepResult;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;

/**
 * Checks what profiles promise ({@link dev.evolve.loop.ConsistencyLevel#C2_BEHAVIOUR}): a rollout
 * puts out the same bytes as serving, and the behaviour that it captures is the one that is found
 * when it is computed again. A rollout that captures nothing, one whose records name another loop,
 * step, seed or model version, and two empty outputs are findings.
 *
 * @param signals what wakes waiting plans
 * @param again the profile in which behaviour is computed again, not {@code SERVE}
 */
public record ProfileParity(SignalScript signals, ExecutionProfile again) {

  public ProfileParity {
    if (again == ExecutionProfile.SERVE) {
      throw new IllegalArgumentException("serving captures no behaviour that could be compared");
    }
  }

  /** Computes behaviour again by another rollout; deadlines pass, other waits are findings. */
  public static ProfileParity rollout() {
    return new ProfileParity(SignalScript.DEADLINES_PASS, ExecutionProfile.ROLLOUT);
  }

  /** Computes behaviour again as training does; deadlines pass, other waits are findings. */
  public static ProfileParity training() {
    return new ProfileParity(SignalScript.DEADLINES_PASS, ExecutionProfile.TRAIN);
  }

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
        LoopRun<?> serve = run(i, ExecutionProfile.SERVE);
        LoopRun<?> rollout = run(i, ExecutionProfile.ROLLOUT);
        compareOutputs(serve, rollout);
        List<BehaviorRecord> captured = behaviour(rollout);
        if (captured.isEmpty()) {
          findings.add(rollout.loopId() + " captures no behaviour in a rollout");
        }
        requireOrigin(entrant(i), rollout);
        compareBehaviour(rollout.loopId(), captured, behaviour(run(i, again)));
      }
    }

    private LoopRun<?> run(int request, ExecutionProfile profile) {
      return finish(entrant(request).in(profile).begin(signals));
    }

    private void compareOutputs(LoopRun<?> serve, LoopRun<?> rollout) {
      Trajectory served = serve.trajectory();
      if (served.isEmpty()) {
        findings.add(served.loopId() + " puts out nothing that could be compared");
      }
      Parity.outputDivergence(served, rollout.trajectory())
          .ifPresent(divergence -> findings.add("in a rollout, " + divergence));
      if (!behaviour(serve).isEmpty()) {
        findings.add(served.loopId() + " captures behaviour while it serves");
      }
    }

    private static List<BehaviorRecord> behaviour(LoopRun<?> run) {
      return run.results().stream().map(StepResult::behavior).filter(Objects::nonNull).toList();
    }

    private void requireOrigin(Entrant<?, ?> entrant, LoopRun<?> rollout) {
      for (int step = 0; step < rollout.results().size(); step++) {
        BehaviorRecord found = rollout.results().get(step).behavior();
        if (found == null) {
          continue;
        }
        BehaviorRecord expected =
            new BehaviorRecord(
                entrant.loopId(),
                step,
                entrant.seed(),
                entrant.model().version(),
                found.dataJson());
        if (!found.equals(expected)) {
          findings.add("a rollout captured " + found + " where it should be " + expected);
          return;
        }
      }
    }

    private void compareBehaviour(
        String loopId, List<BehaviorRecord> captured, List<BehaviorRecord> recomputed) {
      for (int i = 0; i < Math.min(captured.size(), recomputed.size()); i++) {
        if (!captured.get(i).equals(recomputed.get(i))) {
          findings.add(
              "behaviour that is computed again differs: "
                  + captured.get(i)
                  + ", then "
                  + recomputed.get(i));
          return;
        }
      }
      if (captured.size() != recomputed.size()) {
        findings.add(
            loopId
                + " captures the behaviour of "
                + captured.size()
                + " steps, and of "
                + recomputed.size()
                + " when it is computed again");
      }
    }
  }
}
