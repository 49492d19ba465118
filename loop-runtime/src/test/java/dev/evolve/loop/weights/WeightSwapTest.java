package dev.evolve.loop.weights;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.evolve.loop.cache.VersionedCache;
import dev.evolve.loop.runtime.FreezeMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

class WeightSwapTest {

  private final List<String> log = new ArrayList<>();
  private final FakeTarget target = new FakeTarget(log);
  private final ComponentVersions versions =
      new ComponentVersions(Map.of("transformer", "1", "encoder", "7"));
  private final VersionedCache cache =
      (component, version) -> {
        log.add("drop " + component + " but " + version);
        return 3;
      };
  private final WeightSwap swaps = new WeightSwap(target, versions, List.of(cache), Runnable::run);

  private final WeightLoader loader =
      order -> {
        log.add("stage " + order.versions());
        return new WeightLoader.Staged() {
          @Override
          public void install() {
            log.add("install");
          }

          @Override
          public void discard() {
            log.add("discard");
          }
        };
      };

  private static SwapOrder order(FreezeMode mode, String... kinds) {
    return SwapOrder.of("transformer", "2", List.of(kinds), mode);
  }

  private static String kept(RunningSwap swap) {
    return assertInstanceOf(SwapOutcome.Kept.class, swap.outcome().join()).reason();
  }

  private static SwapOutcome swapped(String component, String from, String to) {
    return new SwapOutcome.Swapped(
        new TreeMap<>(Map.of(component, from)), new TreeMap<>(Map.of(component, to)), 3);
  }

  @Test
  void componentsOfOneModelAreSwappedTogether() {
    SwapOrder both =
        new SwapOrder(
            new TreeMap<>(Map.of("transformer", "2", "encoder", "8")),
            List.of("decode"),
            FreezeMode.DRAIN);
    RunningSwap swap = swaps.begin(both, loader);
    target.quiet("decode");
    SwapOutcome.Swapped swapped =
        assertInstanceOf(SwapOutcome.Swapped.class, swap.outcome().join());
    assertEquals(6, swapped.dropped());
    assertEquals(Map.of("transformer", "2", "encoder", "8"), versions.asMap());
    assertEquals(List.of("drop encoder but 8", "drop transformer but 2"), log.subList(3, 5));
  }

  @Test
  void stagesThenFreezesThenInstallsThenDropsThenThaws() {
    RunningSwap swap = swaps.begin(order(FreezeMode.DRAIN, "decode"), loader);
    assertFalse(swap.outcome().isDone());
    target.quiet("decode");
    assertEquals(
        List.of(
            "stage {transformer=2}",
            "freeze decode DRAIN",
            "install",
            "drop transformer but 2",
            "thaw decode"),
        log);
    assertEquals(swapped("transformer", "1", "2"), swap.outcome().join());
    assertEquals(Map.of("transformer", "2", "encoder", "7"), versions.asMap());
  }

  @Test
  void loopsThatWereStoppedAtABoundaryLoseTheirCaches() {
    swaps.begin(order(FreezeMode.BOUNDARY, "decode"), loader);
    target.quiet("decode");
    assertEquals("thaw decode caches lost", log.getLast());
  }

  @Test
  void installsOnlyWhenEveryKindIsQuiet() {
    RunningSwap swap = swaps.begin(order(FreezeMode.DRAIN, "decode", "chunk"), loader);
    target.quiet("decode");
    assertFalse(log.contains("install"));
    assertTrue(target.isFrozen("decode"));
    target.quiet("chunk");
    assertInstanceOf(SwapOutcome.Swapped.class, swap.outcome().join());
    assertFalse(target.isFrozen("decode") || target.isFrozen("chunk"));
  }

  @Test
  void aFailingInstallationLeavesTheOldVersionInForceAndThaws() {
    WeightLoader broken =
        order ->
            () -> {
              throw new IllegalStateException("checksum differs");
            };
    RunningSwap swap = swaps.begin(order(FreezeMode.BOUNDARY, "decode"), broken);
    target.quiet("decode");
    assertTrue(kept(swap).contains("checksum differs"));
    assertEquals("1", versions.of("transformer").orElseThrow());
    assertEquals(List.of("freeze decode BOUNDARY", "thaw decode"), log, "nothing was dropped");
  }

  @Test
  void aVersionThatCannotBeStagedFreezesNothing() {
    RunningSwap swap =
        swaps.begin(
            order(FreezeMode.DRAIN, "decode"),
            order -> {
              throw new IllegalStateException("no such file");
            });
    assertTrue(kept(swap).contains("no such file"));
    assertEquals(List.of(), log);
    swaps.begin(order(FreezeMode.DRAIN, "decode"), loader);
    target.quiet("decode");
    assertEquals("2", versions.of("transformer").orElseThrow());
  }

  @Test
  void aKindThatCannotBeFrozenThawsThoseThatWere() {
    RunningSwap swap = swaps.begin(order(FreezeMode.DRAIN, "decode", "unknown"), loader);
    assertTrue(kept(swap).contains("no such kind"));
    assertEquals(
        List.of("stage {transformer=2}", "freeze decode DRAIN", "thaw decode", "discard"), log);
  }

  @Test
  void aKindThatSomebodyElseFrozeIsLeftFrozen() {
    target.freeze("decode", FreezeMode.DRAIN);
    RunningSwap swap = swaps.begin(order(FreezeMode.DRAIN, "chunk", "decode"), loader);
    assertTrue(kept(swap).contains("frozen already"));
    assertTrue(target.isFrozen("decode"));
    assertFalse(target.isFrozen("chunk"));
  }

  @Test
  void aSwapThatIsGivenUpWhileItWaitsLeavesEverythingAsItWas() {
    RunningSwap swap = swaps.begin(order(FreezeMode.DRAIN, "decode"), loader);
    assertTrue(swap.giveUp("a loop waits for ever"));
    assertTrue(kept(swap).contains("a loop waits for ever"));
    assertFalse(target.isFrozen("decode"));
    assertFalse(swap.giveUp("again"));
    assertFalse(log.contains("install"));
    assertTrue(log.contains("discard"));
  }

  @Test
  void aSwapThatHasEndedCannotBeGivenUp() {
    RunningSwap swap = swaps.begin(order(FreezeMode.DRAIN, "decode"), loader);
    target.quiet("decode");
    assertFalse(swap.giveUp("too late"));
    assertInstanceOf(SwapOutcome.Swapped.class, swap.outcome().join());
  }

  @Test
  void twoSwapsThatShareAKindDoNotRunTogether() {
    RunningSwap first = swaps.begin(order(FreezeMode.DRAIN, "decode"), loader);
    SwapOrder second = SwapOrder.of("encoder", "8", List.of("chunk", "decode"), FreezeMode.DRAIN);
    assertTrue(kept(swaps.begin(second, loader)).contains("another swap"));
    target.quiet("decode");
    assertInstanceOf(SwapOutcome.Swapped.class, first.outcome().join());
    RunningSwap again = swaps.begin(second, loader);
    target.quiet("chunk");
    target.quiet("decode");
    assertEquals(swapped("encoder", "7", "8"), again.outcome().join());
  }

  @Test
  void aCacheThatCannotDropWhatIsStaleKeepsTheKindsFrozen() {
    VersionedCache broken =
        (component, version) -> {
          throw new IllegalStateException("cannot drop");
        };
    RunningSwap swap =
        new WeightSwap(target, versions, List.of(broken), Runnable::run)
            .begin(order(FreezeMode.DRAIN, "decode"), loader);
    target.quiet("decode");
    assertTrue(swap.outcome().isCompletedExceptionally());
    assertTrue(target.isFrozen("decode"));
  }

  @Test
  void anInstallationThatFindsNoThreadThawsAsWell() {
    WeightSwap noThreads =
        new WeightSwap(
            target,
            versions,
            List.of(cache),
            task -> {
              throw new RejectedExecutionException("shut down");
            });
    RunningSwap swap = noThreads.begin(order(FreezeMode.DRAIN, "decode"), loader);
    target.quiet("decode");
    assertTrue(kept(swap).contains("shut down"));
    assertFalse(target.isFrozen("decode"));
  }

  @Test
  void refusesAComponentThatThereIsNotAndAnOrderWithoutKinds() {
    SwapOrder wrong = SwapOrder.of("vae", "2", List.of("decode"), FreezeMode.DRAIN);
    IllegalArgumentException refusal =
        assertThrows(IllegalArgumentException.class, () -> swaps.begin(wrong, loader));
    assertTrue(String.valueOf(refusal.getMessage()).contains("[encoder, transformer]"));
    assertThrows(IllegalArgumentException.class, () -> order(FreezeMode.DRAIN));
  }
}
