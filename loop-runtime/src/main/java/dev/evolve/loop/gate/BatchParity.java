package dev.evolve.loop.gate;

import dev.evolve.loop.ConsistencyLevel;
import dev.evolve.loop.StepResult;
import dev.evolve.loop.port.KernelDeclaration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;

/**
 * Checks what executors declare of their kernels: requests in batches agree with the same requests
 * alone, bit for bit where {@link KernelDeclaration#isBitIdentical} promises it, and otherwise
 * within the declared tolerance or ten times the noise of the kernel itself, whichever is larger.
 * The first difference beyond that is reported, in the order of steps, not the largest.
 *
 * <p>The noise is what two runs of a request alone differ by. A kernel that has more of it than it
 * declares fails, so any at all where it promises equal bits; as do requests without numbers, steps
 * that put out NaN, and requests that never meet in a batch. The factor of ten is that of
 * FastVideo's trajectory gate.
 *
 * @param signals what wakes waiting plans
 * @param view shows the numbers of a step's outcome
 */
public record BatchParity(SignalScript signals, NumericView view) {

  private static final double NOISE_FACTOR = 10;

  /** Deadlines pass, other waits are findings. */
  public static BatchParity of(NumericView view) {
    return new BatchParity(SignalScript.DEADLINES_PASS, view);
  }

  /**
   * Runs the check.
   *
   * @param field makes the entrants of one run, always the same requests in the same order
   */
  public LoopGateReport check(Supplier<List<Entrant<?, ?>>> field) {
    return new Check(field).report();
  }

  /** What a request did alone, and how closely a batch has to follow it. */
  private record Reference(
      String loopId, List<StepResult> results, KernelDeclaration declaration, double tolerance) {

    boolean isPerStep() {
      return declaration.level() == ConsistencyLevel.C0_COMPONENT;
    }
  }

  private final class Check extends GateRun {

    private int largestBatch;

    Check(Supplier<List<Entrant<?, ?>>> field) {
      super(field, signals());
    }

    @Override
    void examine() {
      if (requests < 2) {
        findings.add("at least two requests are needed to form a batch, not " + requests);
        return;
      }
      List<Reference> references = new ArrayList<>();
      for (int i = 0; i < requests; i++) {
        references.add(reference(i));
      }
      if (findings.isEmpty()) {
        compare(references, inBatches(references));
        if (largestBatch < 2) {
          findings.add("no two requests ever met in a batch: nothing was compared");
        }
      }
    }

    // ---- alone

    private Reference reference(int request) {
      LoopRun<?> first = alone(request);
      LoopRun<?> second = alone(request);
      KernelDeclaration declaration = first.executor().declaration();
      double noise = noise(first, second);
      requireNumbers(first);
      if (noise > declaration.tolerance()) {
        findings.add(
            first.loopId()
                + " differs from itself alone by "
                + noise
                + ", more than its kernel declares: "
                + declaration);
      }
      double tolerance =
          declaration.isBitIdentical() ? 0 : Math.max(declaration.tolerance(), allowed(noise));
      return new Reference(first.loopId(), first.results(), declaration, tolerance);
    }

    private double allowed(double noise) {
      return Double.isInfinite(noise) ? 0 : NOISE_FACTOR * noise;
    }

    private LoopRun<?> alone(int request) {
      return finish(entrant(request).begin(signals));
    }

    private double noise(LoopRun<?> first, LoopRun<?> second) {
      if (first.results().size() != second.results().size()) {
        findings.add(
            first.loopId()
                + " alone takes "
                + first.results().size()
                + " steps, then "
                + second.results().size());
        return Double.POSITIVE_INFINITY;
      }
      double noise = 0;
      for (int step = 0; step < first.results().size(); step++) {
        noise = Math.max(noise, difference(first.results().get(step), second.results().get(step)));
      }
      if (Double.isInfinite(noise)) {
        findings.add(first.loopId() + " alone puts out different kinds of numbers each time");
      }
      return noise;
    }

    private void requireNumbers(LoopRun<?> run) {
      boolean any = false;
      for (int step = 0; step < run.results().size(); step++) {
        double[] numbers = numbers(run.results().get(step));
        any |= numbers.length > 0;
        if (Arrays.stream(numbers).anyMatch(Double::isNaN)) {
          findings.add(run.loopId() + " puts out NaN at step " + step);
          return;
        }
      }
      if (!any) {
        findings.add(run.loopId() + " puts out no numbers that could be compared");
      }
    }

    // ---- in batches

    private List<List<StepResult>> inBatches(List<Reference> references) {
      List<LoopRun<?>> runs = begin();
      List<List<StepResult>> found = new ArrayList<>();
      runs.forEach(run -> found.add(new ArrayList<>()));
      Map<LoopRun<?>, Integer> places = new HashMap<>();
      for (int i = 0; i < runs.size(); i++) {
        places.put(runs.get(i), i);
      }
      for (List<LoopRun<?>> open = open(runs); !open.isEmpty(); open = open(open)) {
        for (RunBatch batch : RunBatch.of(open)) {
          largestBatch = Math.max(largestBatch, batch.size());
          batch
              .execute()
              .forEach(
                  (run, started) -> {
                    int place = Objects.requireNonNull(places.get(run), run.loopId());
                    take(run, run.resultOf(started), references.get(place), found.get(place));
                  });
        }
      }
      return found;
    }

    /** Per step, the next one is taken from the state that the request alone had. */
    private void take(
        LoopRun<?> run, StepResult result, Reference reference, List<StepResult> found) {
      steps++;
      boolean forced = reference.isPerStep() && found.size() < reference.results().size();
      StepResult next = forced ? reference.results().get(found.size()) : result;
      found.add(result);
      run.advanceBy(next);
    }

    // ---- compared

    private void compare(List<Reference> references, List<List<StepResult>> found) {
      int longest = found.stream().mapToInt(List::size).max().orElse(0);
      for (Reference reference : references) {
        longest = Math.max(longest, reference.results().size());
      }
      for (int step = 0; step < longest; step++) {
        for (int i = 0; i < requests; i++) {
          String divergence = at(step, references.get(i), found.get(i));
          if (!divergence.isEmpty()) {
            findings.add(divergence);
            return;
          }
        }
      }
    }

    private String at(int step, Reference alone, List<StepResult> batched) {
      boolean inAlone = step < alone.results().size();
      boolean inBatched = step < batched.size();
      if (inAlone != inBatched) {
        return alone.loopId()
            + " takes "
            + alone.results().size()
            + " steps alone and "
            + batched.size()
            + " in batches";
      }
      double difference = inAlone ? difference(alone.results().get(step), batched.get(step)) : 0;
      return difference <= alone.tolerance()
          ? ""
          : alone.loopId()
              + " in a batch differs at step "
              + step
              + " by "
              + difference
              + ", allowed is "
              + alone.tolerance()
              + " ("
              + alone.declaration()
              + ")";
    }

    private double difference(StepResult expected, StepResult actual) {
      return Differences.largest(numbers(expected), numbers(actual));
    }

    private double[] numbers(StepResult result) {
      return view.numbers(result.payload());
    }
  }
}
