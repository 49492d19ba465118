package dev.evolve.loop.capture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.evolve.loop.Capture;
import dev.evolve.loop.PlacementHint;
import dev.evolve.loop.ResourceRequest;
import dev.evolve.loop.ShapeSignature;
import dev.evolve.loop.WorkPlan;
import dev.evolve.loop.WorkUnitKind;
import dev.evolve.loop.capture.LayersExecutor.Vector;
import dev.evolve.loop.port.WorkExecutor;
import dev.evolve.loop.sim.LooseWork;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class CapturingExecutorTest {

  private static final int WIDTH = 8;

  private final LayersExecutor layers = new LayersExecutor(WIDTH);
  private final GraphCache graphs = new GraphCache(4, 1 << 20);
  private final List<String> seen = new ArrayList<>();
  private final CapturingExecutor executor = over(graphs);

  private CapturingExecutor over(GraphCache cache) {
    long[] ticks = {0};
    GraphObserver observer =
        new GraphObserver() {
          @Override
          public void captured(GraphKey key, long workspaceBytes, Duration took) {
            seen.add(key.captureUnit().kind() + " " + workspaceBytes + " " + took);
          }

          @Override
          public void ranEagerly(EagerBreak reason, int works) {
            seen.add(reason + " " + works);
          }
        };
    return new CapturingExecutor(layers, cache, observer, () -> Instant.ofEpochSecond(ticks[0]++));
  }

  private static Vector start(int salt) {
    float[] values = new float[WIDTH];
    for (int i = 0; i < WIDTH; i++) {
      values[i] = (float) Math.sin(salt + i);
    }
    return new Vector(values);
  }

  private Capture capture(String version) {
    return capture(version, layers.workspaceBytes(1));
  }

  private static Capture capture(String version, long workspaceBytes) {
    TreeMap<String, String> versions = new TreeMap<>();
    versions.put("layers", version);
    return new Capture(versions, false, workspaceBytes);
  }

  private static WorkPlan plan(Vector input, Capture capture, String dtype) {
    return WorkPlan.of(
            ShapeSignature.of(WorkUnitKind.DIFFUSION_STEP, dtype, 1L, (long) WIDTH),
            input,
            "step",
            ResourceRequest.NONE,
            PlacementHint.ANY)
        .withCapture(capture);
  }

  private LooseWork step(Vector input) {
    return LooseWork.of("a", plan(input, capture("1"), "f32"));
  }

  private static Vector run(WorkExecutor on, LooseWork work) {
    on.execute(List.of(work.work()));
    assertEquals(1, work.answers());
    return (Vector) work.result().payload();
  }

  private static List<Vector> runAll(WorkExecutor on, LooseWork... works) {
    on.execute(Arrays.stream(works).map(LooseWork::work).toList());
    return Arrays.stream(works).map(work -> (Vector) work.result().payload()).toList();
  }

  private List<Vector> trajectory(WorkExecutor on, int steps) {
    List<Vector> states = new ArrayList<>(List.of(start(0)));
    for (int i = 0; i < steps; i++) {
      states.add(run(on, step(states.getLast())));
    }
    return states;
  }

  @Test
  void eightStepsOfOneShapeTakeOneCaptureAndSevenReplays() {
    trajectory(executor, 8);
    GraphUsage usage = graphs.usage();
    assertEquals(1, usage.captures());
    assertEquals(7, usage.replays());
    assertEquals(0, layers.eagerCalls);
    assertEquals(layers.workspaceBytes(1), usage.workspaceBytes());
  }

  @Test
  void captureOnAndOffGiveTheSameBits() {
    assertEquals(trajectory(new LayersExecutor(WIDTH), 8), trajectory(executor, 8));
  }

  @Test
  void aReplayThatKeepsItsFirstInputWouldBeSeen() {
    List<Vector> captured = trajectory(executor, 8);
    assertEquals(captured.size(), captured.stream().distinct().count());
  }

  @Test
  void aBatchIsCapturedAndReplayedTogetherAndGivesEachItsOwn() {
    for (int salt = 0; salt < 3; salt++) {
      LooseWork first = batched(start(salt));
      LooseWork second = batched(start(salt + 100));
      List<Vector> alone =
          List.of(
              run(new LayersExecutor(WIDTH), step(start(salt))),
              run(new LayersExecutor(WIDTH), step(start(salt + 100))));
      assertEquals(alone, runAll(executor, first, second));
    }
    assertEquals(1, graphs.usage().captures());
    assertEquals(2, graphs.usage().replays());
  }

  private LooseWork batched(Vector input) {
    return step(input);
  }

  @Test
  void aCaptureIsAUnitOfItsOwnWithItsOwnTime() {
    trajectory(executor, 3);
    assertEquals(List.of("GRAPH_CAPTURE 64 PT1S"), seen);
  }

  @Test
  void aStochasticStepIsNeverCaptured() {
    Capture stochastic = new Capture(capture("1").componentVersions(), true, 64);
    for (int i = 0; i < 3; i++) {
      run(executor, LooseWork.of("a", plan(start(i), stochastic, "f32")));
    }
    assertEquals(3, graphs.usage().eager(EagerBreak.STOCHASTIC));
    assertEquals(0, graphs.usage().captures());
    assertEquals(0, graphs.usage().graphs());
    assertEquals(3, layers.eagerCalls);
  }

  @Test
  void aStepWithAnOverrideRunsEagerlyEvenWhereAGraphIsThere() {
    run(executor, step(start(0)));
    Vector replaced = run(executor, step(start(0)).withOverride(start(5)));
    assertEquals(run(new LayersExecutor(WIDTH), step(start(5))), replaced);
    assertEquals(1, graphs.usage().eager(EagerBreak.OVERRIDE));
    assertEquals(0, graphs.usage().replays());
  }

  @Test
  void aPlanThatCannotBeCapturedAndAStepWithoutAFixedFormRunEagerly() {
    run(executor, LooseWork.of("a", plan(start(0), Capture.NONE, "f32")));
    layers.loseFixedForm();
    run(executor, step(start(0)));
    assertEquals(1, graphs.usage().eager(EagerBreak.NOT_CAPTURABLE));
    assertEquals(1, graphs.usage().eager(EagerBreak.NO_FIXED_FORM));
    assertEquals(0, graphs.usage().captures());
    assertEquals(List.of("NOT_CAPTURABLE 1", "NO_FIXED_FORM 1"), seen);
  }

  @Test
  void worksOfOneBatchThatNeedNoGraphGoToTheExecutorTogether() {
    LooseWork replayed = step(start(0));
    LooseWork first = step(start(1)).withOverride(start(2));
    LooseWork second = LooseWork.of("b", plan(start(3), Capture.NONE, "f32"));
    runAll(executor, first, replayed, second);
    assertEquals(1, layers.eagerCalls);
    assertEquals(1, graphs.usage().captures());
  }

  @Test
  void anotherShapeVersionBatchSizeOrStructureIsCapturedAnew() {
    run(executor, step(start(0)));
    run(executor, LooseWork.of("a", plan(start(0), capture("1"), "bf16")));
    run(executor, LooseWork.of("a", plan(start(0), capture("2"), "f32")));
    runAll(executor, batched(start(0)), batched(start(1)));
    assertEquals(4, graphs.usage().captures());
    layers.structure("dense-relu");
    run(executor, step(start(0)));
    assertEquals(5, graphs.usage().captures());
    assertEquals(0, graphs.usage().replays());
  }

  @Test
  void aNewVersionOfAComponentDropsItsGraphsOnlyAndTheNextStepRunsOnTheNewWeights() {
    Capture other = new Capture(new TreeMap<>(java.util.Map.of("encoder", "1")), false, 64);
    run(executor, step(start(0)));
    run(executor, LooseWork.of("b", plan(start(0), other, "f32")));
    layers.load(2);
    assertEquals(1, graphs.dropComponent("layers", "2"));
    assertEquals(1, graphs.usage().graphs());
    assertEquals(1, layers.open, "a dropped graph is closed");
    Vector fresh = run(executor, LooseWork.of("a", plan(start(0), capture("2"), "f32")));
    LayersExecutor reloaded = new LayersExecutor(WIDTH);
    reloaded.load(2);
    assertEquals(run(reloaded, step(start(0))), fresh);
    run(executor, LooseWork.of("b", plan(start(0), other, "f32")));
    assertEquals(1, graphs.usage().replays(), "the encoder's graph is still there");
  }

  @Test
  void weightsThatAreChangedUnderAGraphAreNotSeenByItWhichIsWhyVersionsAreInItsKey() {
    Vector before = run(executor, step(start(0)));
    layers.load(2);
    assertEquals(before, run(executor, step(start(0))));
    assertNotEquals(before, run(layers, step(start(0))));
  }

  @Test
  void aStepPlannedForAVersionThatIsNoLongerInForceGetsNoGraph() {
    graphs.dropComponent("layers", "2");
    run(executor, step(start(0)));
    assertEquals(1, graphs.usage().eager(EagerBreak.STALE_VERSION));
    assertEquals(0, graphs.usage().captures());
  }

  @Test
  void theSameKeyWithAnotherWorkspaceFailsItsStep() {
    run(executor, step(start(0)));
    LooseWork wrong = LooseWork.of("b", plan(start(0), capture("1", 65), "f32"));
    executor.execute(List.of(wrong.work()));
    assertInstanceOf(GraphMismatchException.class, wrong.failure());
    assertTrue(String.valueOf(wrong.failure().getMessage()).contains("64 bytes"));
    run(executor, step(start(0)));
    assertEquals(1, graphs.usage().replays());
  }

  @Test
  void stepsOfOneBatchThatAskForDifferentWorkspacesFail() {
    LooseWork first = batched(start(0));
    LooseWork second = LooseWork.of("b", plan(start(1), capture("1", 7), "f32"));
    executor.execute(List.of(first.work(), second.work()));
    assertInstanceOf(GraphMismatchException.class, first.failure());
    assertInstanceOf(GraphMismatchException.class, second.failure());
  }

  @Test
  void aGraphThatKeepsMoreThanItsPlanDeclaresFailsItsStepAndIsClosed() {
    layers.keepMoreThanDeclared(8);
    LooseWork step = step(start(0));
    executor.execute(List.of(step.work()));
    assertInstanceOf(GraphMismatchException.class, step.failure());
    assertEquals(0, layers.open);
    assertEquals(0, graphs.usage().graphs());
    assertEquals(0, graphs.usage().workspaceBytes());
  }

  @Test
  void anInputThatDoesNotFitTheCapturedBuffersFailsAndTheGraphStays() {
    run(executor, step(start(0)));
    LooseWork wrong =
        LooseWork.of("b", plan(new Vector(new float[WIDTH + 1]), capture("1"), "f32"));
    executor.execute(List.of(wrong.work()));
    assertInstanceOf(GraphMismatchException.class, wrong.failure());
    assertEquals(run(new LayersExecutor(WIDTH), step(start(3))), run(executor, step(start(3))));
    assertEquals(1, graphs.usage().captures());
  }

  @Test
  void theLeastRecentlyUsedGraphMakesRoomWithinSlotsAndBytes() {
    GraphCache two = new GraphCache(2, 1 << 20);
    CapturingExecutor small = over(two);
    run(small, LooseWork.of("a", plan(start(0), capture("1"), "f32")));
    run(small, LooseWork.of("a", plan(start(0), capture("1"), "f16")));
    run(small, LooseWork.of("a", plan(start(0), capture("1"), "f32")));
    run(small, LooseWork.of("a", plan(start(0), capture("1"), "bf16")));
    assertEquals(2, layers.open);
    assertEquals(1, two.usage().evictions());
    run(small, LooseWork.of("a", plan(start(0), capture("1"), "f32")));
    assertEquals(2, two.usage().replays(), "f16 was used longest ago");
  }

  @Test
  void aGraphForWhichThereIsNoRoomAtAllIsNotCaptured() {
    GraphCache none = new GraphCache(4, 63);
    Vector eager = run(over(none), step(start(0)));
    assertEquals(run(new LayersExecutor(WIDTH), step(start(0))), eager);
    assertEquals(1, none.usage().eager(EagerBreak.NO_ROOM));
    GraphCache noSlots = new GraphCache(0, 1 << 20);
    run(over(noSlots), step(start(0)));
    assertEquals(1, noSlots.usage().eager(EagerBreak.NO_ROOM));
    assertEquals(0, layers.open);
  }

  @Test
  void aGraphThatIsInUseIsNeitherReplayedNorClosed() {
    GraphCache one = new GraphCache(1, 1 << 20);
    CapturingExecutor busy = over(one);
    layers.hold();
    LooseWork first = step(start(0));
    busy.execute(List.of(first.work()));
    LooseWork same = step(start(1));
    busy.execute(List.of(same.work()));
    LooseWork other = LooseWork.of("a", plan(start(2), capture("1"), "f16"));
    busy.execute(List.of(other.work()));
    assertEquals(1, one.usage().eager(EagerBreak.BUSY));
    assertEquals(1, one.usage().eager(EagerBreak.NO_ROOM));
    assertEquals(1, one.dropComponent("layers", "2"));
    assertEquals(1, layers.open, "it is closed only when its step is answered");
    assertEquals(layers.workspaceBytes(1), one.usage().workspaceBytes());
    layers.held.forEach(Runnable::run);
    assertEquals(0, layers.open);
    assertEquals(0, one.usage().workspaceBytes());
    assertEquals(run(new LayersExecutor(WIDTH), step(start(0))), (Vector) first.result().payload());
  }

  @Test
  void aCaptureThatFailsFailsItsStepsAndIsTriedAgain() {
    layers.broken = new IllegalStateException("no memory");
    LooseWork step = step(start(0));
    executor.execute(List.of(step.work()));
    assertEquals("no memory", step.failure().getMessage());
    assertEquals(0, graphs.usage().graphs());
    layers.broken = null;
    run(executor, step(start(0)));
    assertEquals(1, graphs.usage().captures());
  }

  @Test
  void aGraphWhoseReplayBreaksIsNotReplayedAgain() {
    run(executor, step(start(0)));
    layers.broken = new IllegalStateException("launch failed");
    LooseWork step = step(start(1));
    executor.execute(List.of(step.work()));
    assertEquals("launch failed", step.failure().getMessage());
    assertEquals(1, step.answers());
    assertEquals(0, layers.open);
    layers.broken = null;
    run(executor, step(start(1)));
    assertEquals(2, graphs.usage().captures());
  }

  @Test
  void aPoolThatIsSetUpAgainStartsWithoutGraphs() {
    run(executor, step(start(0)));
    executor.reinitialise("gpu");
    assertEquals(0, graphs.usage().graphs());
    assertEquals(0, layers.open);
  }
}
