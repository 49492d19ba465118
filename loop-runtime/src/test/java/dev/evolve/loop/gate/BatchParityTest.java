package dev.evolve.loop.gate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.evolve.loop.ConsistencyLevel;
import dev.evolve.loop.ModelRef;
import dev.evolve.loop.WorkPayload;
import dev.evolve.loop.gate.NumberLoop.Kernel;
import dev.evolve.loop.port.KernelDeclaration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class BatchParityTest {

  private static final NumericView NUMBERS = BatchParityTest::number;
  private static final ModelRef MODEL = new ModelRef("m", "1");
  private static final Kernel HALF = (x, batch, step) -> x / 2;

  private static double[] number(WorkPayload payload) {
    return new double[] {((NumberLoop.Number) payload).value()};
  }

  private static List<Entrant<?, ?>> field(
      Kernel kernel, KernelDeclaration declaration, int... lengths) {
    NumberLoop loop = new NumberLoop();
    NumberLoop.Executor executor = new NumberLoop.Executor(kernel, declaration);
    List<Entrant<?, ?>> field = new ArrayList<>();
    for (int i = 0; i < lengths.length; i++) {
      field.add(new Entrant<>("r" + i, loop, executor, lengths[i], MODEL, i));
    }
    return field;
  }

  private static LoopGateReport check(Kernel kernel, KernelDeclaration declaration) {
    return BatchParity.of(NUMBERS).check(() -> field(kernel, declaration, 4, 6, 3));
  }

  private static String finding(LoopGateReport report) {
    assertFalse(report.passed());
    return report.findings().getFirst();
  }

  @Test
  void aKernelThatDoesNotDependOnItsBatchIsBitIdentical() {
    LoopGateReport report = check(HALF, KernelDeclaration.BIT_IDENTICAL);
    assertEquals(List.of(), report.findings());
    assertTrue(report.passed());
    assertEquals(3 * 13, report.steps());
  }

  @Test
  void theLastBitIsSeenWhereEqualBitsArePromised() {
    Kernel lastBit = (x, batch, step) -> batch > 1 && step == 2 ? Math.nextUp(x / 2) : x / 2;
    assertTrue(
        finding(check(lastBit, KernelDeclaration.BIT_IDENTICAL)).contains("r0 in a batch differs"),
        "three requests meet at step 2");
    assertTrue(check(lastBit, KernelDeclaration.perTrajectory(1e-12)).passed());
  }

  @Test
  void aMinusZeroIsNotAZeroWhereEqualBitsArePromised() {
    Kernel sign = (x, batch, step) -> batch > 1 ? -0.0 : 0.0;
    assertFalse(check(sign, KernelDeclaration.BIT_IDENTICAL).passed());
  }

  @Test
  void theFirstDivergenceBeyondTheToleranceIsReportedAndNotTheLargest() {
    Kernel drifting =
        (x, batch, step) -> batch < 2 || step == 0 ? x / 2 : x / 2 + (step == 1 ? 0.01 : 100);
    String finding = finding(check(drifting, KernelDeclaration.perTrajectory(1e-3)));
    assertTrue(finding.contains("at step 1 by 0.01"), finding);
    assertEquals(1, check(drifting, KernelDeclaration.perTrajectory(1e-3)).findings().size());
  }

  @Test
  void aTrajectoryMayDriftFurtherThanItsSteps() {
    Kernel drifting = (x, batch, step) -> batch > 1 ? x + 0.001 : x;
    assertTrue(check(drifting, KernelDeclaration.perStep(0.0011)).passed());
    assertFalse(check(drifting, KernelDeclaration.perTrajectory(0.0011)).passed());
    assertFalse(check(drifting, KernelDeclaration.perStep(0.0009)).passed());
  }

  @Test
  void aKernelThatPromisesEqualBitsFailsByItsOwnNoise() {
    assertTrue(
        finding(check(noisy(1e-9), KernelDeclaration.BIT_IDENTICAL))
            .contains("differs from itself alone"));
  }

  @Test
  void tenTimesTheNoiseIsAllowedToAKernelWithinWhatItDeclares() {
    Kernel noisy = noisy(1e-4);
    Kernel batched =
        (x, batch, step) -> noisy.of(x, batch, step) + (batch > 1 && step == 0 ? 5e-4 : 0);
    assertTrue(check(batched, KernelDeclaration.perStep(2e-4)).passed());
    Kernel worse =
        (x, batch, step) -> noisy.of(x, batch, step) + (batch > 1 && step == 0 ? 5e-3 : 0);
    assertFalse(check(worse, KernelDeclaration.perStep(2e-4)).passed());
  }

  @Test
  void aKernelWithMoreNoiseThanItDeclaresFails() {
    assertTrue(
        finding(check(noisy(1e-2), KernelDeclaration.perStep(1e-3)))
            .contains("more than its kernel declares"));
  }

  /** Adds its noise in every second run of a request alone, told apart by their first steps. */
  private static Kernel noisy(double noise) {
    AtomicInteger runs = new AtomicInteger();
    return (x, batch, step) -> {
      int run = step == 0 && batch == 1 ? runs.getAndIncrement() : runs.get();
      return step == 0 && run % 2 == 1 ? x / 2 + noise : x / 2;
    };
  }

  @Test
  void twoEmptyOutputsAreAFailureAndNotParity() {
    LoopGateReport report =
        new BatchParity(SignalScript.DEADLINES_PASS, payload -> new double[0])
            .check(() -> field(HALF, KernelDeclaration.BIT_IDENTICAL, 3, 3));
    assertTrue(finding(report).contains("no numbers"));
  }

  @Test
  void twoNaNsAreAFailureAndNotParity() {
    assertTrue(
        finding(check((x, batch, step) -> Double.NaN, KernelDeclaration.BIT_IDENTICAL))
            .contains("NaN at step 0"));
    Kernel inBatch = (x, batch, step) -> batch > 1 ? Double.NaN : x;
    assertFalse(check(inBatch, KernelDeclaration.perTrajectory(1e9)).passed());
  }

  @Test
  void rowsOfDifferentLengthNeverAgree() {
    AtomicInteger calls = new AtomicInteger();
    LoopGateReport report =
        new BatchParity(
                SignalScript.DEADLINES_PASS, payload -> new double[1 + calls.getAndIncrement()])
            .check(() -> field(HALF, KernelDeclaration.perStep(1e9), 3, 3));
    assertFalse(report.passed());
  }

  @Test
  void requestsThatNeverMeetInABatchShowNothing() {
    LoopGateReport report =
        BatchParity.of(NUMBERS)
            .check(
                () -> {
                  List<Entrant<?, ?>> apart = new ArrayList<>();
                  apart.addAll(field(HALF, KernelDeclaration.BIT_IDENTICAL, 3));
                  apart.addAll(field(HALF, KernelDeclaration.BIT_IDENTICAL, 3));
                  return apart;
                });
    assertTrue(finding(report).contains("nothing was compared"));
  }

  @Test
  void theInterleaveGateSendsKernelsWithAToleranceHere() {
    LoopGateReport report =
        InterleaveGate.batchedToo()
            .check(() -> field(HALF, KernelDeclaration.perTrajectory(1e-6), 3, 3));
    assertTrue(finding(report).contains("hold them by BatchParity"));
    assertTrue(
        InterleaveGate.batchedToo()
            .check(() -> field(HALF, KernelDeclaration.BIT_IDENTICAL, 3, 3))
            .passed());
  }

  @Test
  void oneRequestIsNoBatch() {
    LoopGateReport report =
        BatchParity.of(NUMBERS).check(() -> field(HALF, KernelDeclaration.BIT_IDENTICAL, 3));
    assertTrue(finding(report).contains("at least two requests"));
  }

  @Test
  void aKernelThatFailsInABatchIsAFinding() {
    Kernel broken =
        (x, batch, step) -> {
          if (batch > 1) {
            throw new IllegalStateException("no batches");
          }
          return x;
        };
    assertTrue(finding(check(broken, KernelDeclaration.BIT_IDENTICAL)).contains("no batches"));
  }

  @Test
  void aDeclarationIsWithinWhatStepsCanShow() {
    assertThrows(
        IllegalArgumentException.class, () -> KernelDeclaration.perStep(Double.POSITIVE_INFINITY));
    assertThrows(IllegalArgumentException.class, () -> KernelDeclaration.perStep(Double.NaN));
    assertThrows(IllegalArgumentException.class, () -> KernelDeclaration.perStep(-1));
    assertThrows(
        IllegalArgumentException.class,
        () -> new KernelDeclaration(ConsistencyLevel.C3_DISTRIBUTION, 0));
  }
}
