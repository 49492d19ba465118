package dev.evolve.loop.cache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.evolve.loop.BehaviorRecord;
import dev.evolve.loop.CacheOp;
import dev.evolve.loop.CachePlan;
import dev.evolve.loop.ExecutionProfile;
import dev.evolve.loop.StepResult;
import dev.evolve.loop.StreamChunk;
import dev.evolve.loop.WorkPayload;
import dev.evolve.loop.port.WorkExecutor;
import dev.evolve.loop.sim.LooseWork;
import dev.evolve.loop.sim.LooseWork.Number;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class CachedExecutorTest {

  private static final Duration TOOK = Duration.ofMillis(3);

  private final CacheManager caches =
      new CacheManager(List.of(CacheClass.ofBytes("features", 1_000)));
  private final Squares squares = new Squares();
  private final CachedExecutor executor = new CachedExecutor(squares, caches, payload -> 8);

  /** Squares numbers and remembers which it was asked for, call by call. */
  private static final class Squares implements WorkExecutor {
    private final List<List<Long>> calls = new ArrayList<>();
    private Function<Work, StepResult> answer =
        work -> StepResult.of(new Number(square(work)), TOOK);

    private static long square(Work work) {
      WorkPayload input = work.override() == null ? work.plan().payload() : work.override();
      long value = ((Number) input).value();
      return value * value;
    }

    @Override
    public void execute(List<Work> batch) {
      calls.add(batch.stream().map(work -> ((Number) work.plan().payload()).value()).toList());
      for (Work work : batch) {
        try {
          work.completion().succeed(answer.apply(work));
        } catch (RuntimeException e) {
          work.completion().fail(e);
        }
      }
    }

    @Override
    public void reinitialise(String pool) {
      calls.clear();
    }
  }

  private static CachePlan memo(long value) {
    return CacheKey.of("m", "square", "1")
        .input("x", Long.toString(value))
        .build()
        .memo("features");
  }

  private static LooseWork cached(String loopId, long value) {
    return LooseWork.of(loopId, new Number(value), memo(value));
  }

  private List<LooseWork> run(LooseWork... works) {
    executor.execute(Arrays.stream(works).map(LooseWork::work).toList());
    return List.of(works);
  }

  private static List<Long> values(List<LooseWork> works) {
    return works.stream().map(work -> ((Number) work.result().payload()).value()).toList();
  }

  @Test
  void aHitIsAnsweredWithoutRunningTheKernel() {
    run(cached("a", 3));
    List<LooseWork> second = run(cached("b", 3));
    assertEquals(List.of(9L), values(second));
    assertEquals(Duration.ZERO, second.getFirst().result().actual());
    assertEquals(List.of(List.of(3L)), squares.calls);
    assertEquals(1, caches.usage("features").hits());
  }

  @Test
  void missesOfACallAreHandedOnTogetherAndHitsNotAtAll() {
    run(cached("a", 3));
    List<LooseWork> works =
        run(cached("b", 4), cached("c", 3), LooseWork.of("d", new Number(3), CachePlan.NONE));
    assertEquals(List.of(16L, 9L, 9L), values(works));
    assertEquals(List.of(List.of(3L), List.of(4L, 3L)), squares.calls);
  }

  @Test
  void stepsOfOneCallThatShareAKeyAreComputedOnce() {
    List<LooseWork> works = run(cached("a", 5), cached("b", 6), cached("c", 5), cached("d", 5));
    assertEquals(List.of(25L, 36L, 25L, 25L), values(works));
    assertEquals(List.of(List.of(5L, 6L)), squares.calls);
    assertSame(works.get(0).result().payload(), works.get(2).result().payload());
    works.forEach(work -> assertEquals(1, work.answers()));
  }

  @Test
  void bytesAreTheSameWithAndWithoutTheCache() {
    List<Long> inputs = List.of(1L, 2L, 1L, 3L, 2L, 2L, 9L, 1L);
    List<Long> with = new ArrayList<>();
    List<Long> without = new ArrayList<>();
    for (int i = 0; i < inputs.size(); i += 2) {
      long first = inputs.get(i);
      long second = inputs.get(i + 1);
      with.addAll(values(run(cached("a", first), cached("b", second))));
      List<LooseWork> plain =
          Stream.of(first, second)
              .map(value -> LooseWork.of("p", new Number(value), CachePlan.NONE))
              .toList();
      squares.execute(plain.stream().map(LooseWork::work).toList());
      without.addAll(values(plain));
    }
    assertEquals(without, with);
    assertTrue(caches.usage("features").hits() > 0);
  }

  @Test
  void aStepWhoseResultIsNotPureAlwaysRuns() {
    CacheOp read = memo(3).operations().getFirst();
    CachePlan impure = new CachePlan(List.of(read));
    run(cached("a", 3));
    run(LooseWork.of("b", new Number(3), impure));
    assertEquals(2, squares.calls.size());
  }

  @Test
  void aPureResultMustReadAndWriteOneKey() {
    List<CacheOp> read = List.of(memo(3).operations().getFirst());
    assertThrows(IllegalArgumentException.class, () -> new CachePlan(read, true));
    List<CacheOp> twoKeys = List.of(memo(3).operations().get(0), memo(4).operations().get(1));
    assertThrows(IllegalArgumentException.class, () -> new CachePlan(twoKeys, true));
  }

  @Test
  void aStepWithAnOverrideNeitherReadsNorWrites() {
    run(cached("a", 3).withOverride(new Number(10)));
    assertEquals(List.of(9L), values(run(cached("b", 3))));
    assertEquals(List.of(100L), values(run(cached("c", 3).withOverride(new Number(10)))));
  }

  @Test
  void aRolloutRunsEveryStepSinceAHitWouldCaptureNoBehaviour() {
    run(cached("a", 3));
    run(cached("b", 3).withProfile(ExecutionProfile.ROLLOUT));
    assertEquals(2, squares.calls.size());
  }

  @Test
  void aResultWithMoreThanItsPayloadIsItsLoopsOwn() {
    StreamChunk chunk = StreamChunk.event("events", 0, "mine");
    squares.answer = work -> StepResult.of(new Number(9), TOOK, List.of(chunk));
    List<LooseWork> works = run(cached("a", 3), cached("b", 3));
    works.forEach(work -> assertEquals(List.of(chunk), work.result().emits()));
    squares.answer =
        work ->
            StepResult.of(new Number(9), TOOK)
                .withBehavior(new BehaviorRecord("a", 0, 1, "1", "{}"));
    run(cached("c", 3));
    assertEquals(0, caches.usage("features").entries());
    assertEquals(List.of(List.of(3L), List.of(3L), List.of(3L)), squares.calls);
  }

  @Test
  void aFailureIsOfItsOwnLoopAndTheOthersOfTheKeyAreTriedWithoutIt() {
    squares.answer =
        work -> {
          if (work.context().loopId().equals("a")) {
            throw new IllegalStateException("a is broken");
          }
          return StepResult.of(new Number(25), TOOK);
        };
    LooseWork broken = cached("a", 5);
    LooseWork second = cached("b", 5);
    LooseWork third = cached("c", 5);
    run(broken, second, third);
    assertEquals("a is broken", broken.failure().getMessage());
    assertEquals(List.of(25L, 25L), values(List.of(second, third)));
    assertEquals(List.of(List.of(5L), List.of(5L)), squares.calls);
  }

  @Test
  void aFailureIsNotKept() {
    squares.answer =
        work -> {
          throw new IllegalStateException("no");
        };
    run(cached("a", 5));
    squares.answer = work -> StepResult.of(new Number(25), TOOK);
    assertEquals(List.of(25L), values(run(cached("b", 5))));
  }

  @Test
  void aWrongKeyOrClassFailsItsOwnStepOnly() {
    LooseWork noKey = LooseWork.of("a", new Number(3), CachePlan.memo("features", "nonsense"));
    CacheKey key = CacheKey.of("m", "c", "1").build();
    LooseWork noClass = LooseWork.of("b", new Number(3), key.memo("latents"));
    LooseWork good = cached("c", 3);
    run(noKey, noClass, good);
    assertInstanceOf(IllegalArgumentException.class, noKey.failure());
    assertTrue(String.valueOf(noClass.failure().getMessage()).contains("[features]"));
    assertEquals(List.of(9L), values(List.of(good)));
  }

  @Test
  void aValueThatTheCacheRefusesIsStillTheAnswer() {
    CachedExecutor large = new CachedExecutor(squares, caches, payload -> 1_001);
    LooseWork work = cached("a", 3);
    large.execute(List.of(work.work()));
    assertEquals(List.of(9L), values(List.of(work)));
    assertEquals(1, caches.usage("features").refusals());
  }

  @Test
  void aPayloadWhoseSizeCannotBeToldFailsEveryoneThatWaits() {
    CachedExecutor broken = new CachedExecutor(squares, caches, payload -> -1);
    List<LooseWork> works = List.of(cached("a", 3), cached("b", 3));
    broken.execute(works.stream().map(LooseWork::work).toList());
    works.forEach(work -> assertInstanceOf(IllegalArgumentException.class, work.failure()));
  }

  @Test
  void aPoolThatIsSetUpAgainStartsWithNothingKept() {
    run(cached("a", 3));
    executor.reinitialise("gpu");
    run(cached("b", 3));
    assertEquals(List.of(List.of(3L)), squares.calls);
  }

  @Test
  void aNewVersionOfTheWeightsIsComputedAnew() {
    run(cached("a", 3));
    caches.dropComponent("square", "2");
    run(cached("b", 3));
    assertEquals(2, squares.calls.size());
    assertEquals(0, caches.usage("features").entries(), "a stale version is not kept");
  }
}
