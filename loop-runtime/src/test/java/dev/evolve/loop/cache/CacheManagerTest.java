package dev.evolve.loop.cache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.evolve.loop.sim.LooseWork.Number;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;

class CacheManagerTest {

  private final CacheManager caches =
      new CacheManager(List.of(CacheClass.ofBytes("features", 100), CacheClass.ofBlocks("kv", 4)));

  private static CacheKey key(String input) {
    return CacheKey.of("m", "encoder", "1").input("prompt", input).build();
  }

  private boolean has(String input) {
    return caches.get("features", key(input)).isPresent();
  }

  private CacheAnswer put(String input, long size) {
    return caches.put("features", key(input), new Number(input.hashCode()), size);
  }

  @Test
  void givesBackWhatWasKept() {
    put("a", 10);
    assertEquals(new Number("a".hashCode()), caches.get("features", key("a")).orElseThrow());
    assertFalse(has("b"));
    CacheUsage usage = caches.usage("features");
    assertEquals(new CacheUsage(1, 0, 10, 100, 1, 1, 0, 0, 0), usage);
  }

  @Test
  void refusesAClassThatWasNotDeclaredAndNamesThoseThatAre() {
    IllegalArgumentException refusal =
        assertThrows(IllegalArgumentException.class, () -> caches.get("latents", key("a")));
    assertTrue(String.valueOf(refusal.getMessage()).contains("latents"), refusal.getMessage());
    assertTrue(
        String.valueOf(refusal.getMessage()).contains("[features, kv]"), refusal.getMessage());
    assertThrows(
        IllegalArgumentException.class, () -> caches.put("latents", key("a"), new Number(1), 1));
  }

  @Test
  void refusesTwoClassesOfOneName() {
    assertThrows(
        IllegalArgumentException.class,
        () -> new CacheManager(List.of(CacheClass.ofBytes("a", 1), CacheClass.ofBytes("a", 2))));
  }

  @Test
  void pushesOutTheLeastRecentlyUsedWithinItsClassOnly() {
    caches.put("kv", key("block"), new Number(1), 4);
    put("a", 40);
    put("b", 40);
    assertTrue(has("a"));
    assertEquals(new CacheAnswer.Stored(1), put("c", 40));
    assertTrue(has("a"));
    assertFalse(has("b"));
    assertTrue(has("c"));
    assertTrue(caches.get("kv", key("block")).isPresent());
    assertEquals(1, caches.usage("features").evictions());
    assertEquals(0, caches.usage("kv").evictions());
  }

  @Test
  void neverHoldsMoreThanItsBudget() {
    RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(5);
    for (int i = 0; i < 2_000; i++) {
      put("v" + random.nextInt(50), random.nextInt(120));
      assertTrue(caches.usage("features").used() <= 100);
    }
  }

  @Test
  void refusesAValueThatIsLargerThanTheBudgetWithTheFigureAndPushesNothingOut() {
    put("a", 100);
    CacheAnswer.Refused refused = assertInstanceOf(CacheAnswer.Refused.class, put("b", 101));
    assertTrue(refused.reason().contains("101 bytes"), refused.reason());
    assertTrue(refused.reason().contains("100 bytes"), refused.reason());
    assertTrue(has("a"));
    assertEquals(1, caches.usage("features").refusals());
  }

  @Test
  void neverPushesOutAPinnedValue() {
    put("a", 60);
    put("b", 40);
    try (CacheManager.Pin pin = caches.pin("features", key("a")).orElseThrow()) {
      assertInstanceOf(CacheAnswer.Stored.class, put("c", 40));
      assertTrue(has("a"));
      assertFalse(has("b"));
      CacheAnswer.Refused refused = assertInstanceOf(CacheAnswer.Refused.class, put("d", 41));
      assertTrue(refused.reason().contains("pins hold 60 bytes"), refused.reason());
      assertTrue(has("c"), "a refused value pushes nothing out");
      assertEquals(new Number("a".hashCode()), pin.value());
    }
    assertInstanceOf(CacheAnswer.Stored.class, put("d", 100));
    assertFalse(has("a"));
  }

  @Test
  void aValueIsHeldUntilItsLastPinIsClosedAndClosingTwiceCountsOnce() {
    put("a", 60);
    CacheManager.Pin first = caches.pin("features", key("a")).orElseThrow();
    CacheManager.Pin second = caches.pin("features", key("a")).orElseThrow();
    first.close();
    first.close();
    assertInstanceOf(CacheAnswer.Refused.class, put("b", 50));
    second.close();
    assertInstanceOf(CacheAnswer.Stored.class, put("b", 50));
    assertThrows(IllegalStateException.class, second::value);
  }

  @Test
  void aStaleValueThatIsPinnedIsNotFoundAnyMoreAndHoldsItsShareUntilItIsLetGo() {
    put("a", 60);
    CacheManager.Pin pin = caches.pin("features", key("a")).orElseThrow();
    assertEquals(1, caches.dropStale(key -> true));
    assertFalse(has("a"));
    assertEquals(60, caches.usage("features").used());
    assertInstanceOf(CacheAnswer.Refused.class, put("b", 50));
    assertInstanceOf(CacheAnswer.Stored.class, put("a", 40), "the key can be kept anew");
    pin.close();
    assertEquals(40, caches.usage("features").used());
    assertTrue(has("a"));
  }

  @Test
  void keepsTheFirstValueOfAKey() {
    put("a", 10);
    assertEquals(new CacheAnswer.Kept(), caches.put("features", key("a"), new Number(9), 10));
    assertEquals(new Number("a".hashCode()), caches.get("features", key("a")).orElseThrow());
  }

  @Test
  void aNewVersionOfAComponentDropsItsValuesInAllClassesAndNoOthers() {
    put("a", 10);
    caches.put("kv", key("a"), new Number(1), 1);
    CacheKey other = CacheKey.of("m", "decoder", "1").build();
    CacheKey fresh = CacheKey.of("m", "encoder", "2").build();
    caches.put("features", other, new Number(2), 10);
    caches.put("features", fresh, new Number(3), 10);
    assertEquals(2, caches.dropComponent("encoder", "2"));
    assertTrue(caches.get("features", other).isPresent());
    assertTrue(caches.get("features", fresh).isPresent());
    assertFalse(has("a"));
    assertEquals(1, caches.usage("kv").dropped());
  }

  @Test
  void aValueOfAVersionThatIsNoLongerInForceIsNotTaken() {
    caches.dropComponent("encoder", "2");
    CacheAnswer.Refused refused = assertInstanceOf(CacheAnswer.Refused.class, put("late", 10));
    assertTrue(refused.reason().contains("version 2 is in force"), refused.reason());
    assertFalse(has("late"));
  }

  @Test
  void manyThreadsNeverExceedABudgetNorLoseAPin() throws Exception {
    List<Future<?>> done = new ArrayList<>();
    CountDownLatch start = new CountDownLatch(1);
    try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
      for (int t = 0; t < 4; t++) {
        long seed = t;
        done.add(
            threads.submit(
                () -> {
                  start.await();
                  hammer(RandomGeneratorFactory.of("L64X128MixRandom").create(seed));
                  return null;
                }));
      }
      start.countDown();
      for (Future<?> each : done) {
        each.get();
      }
    }
    CacheUsage usage = caches.usage("features");
    assertEquals(0, usage.pinned());
    assertInstanceOf(CacheAnswer.Stored.class, put("all of it", 100));
    assertEquals(100, caches.usage("features").used());
  }

  private void hammer(RandomGenerator random) {
    for (int i = 0; i < 5_000; i++) {
      String input = "v" + random.nextInt(30);
      put(input, 1 + random.nextInt(30));
      caches.pin("features", key(input)).ifPresent(pin -> checkAndClose(pin, input));
      if (i % 100 == 0) {
        caches.dropStale(key -> key.inputHashes().containsValue(input));
      }
      assertTrue(caches.usage("features").used() <= 100);
    }
  }

  private static void checkAndClose(CacheManager.Pin pin, String input) {
    assertEquals(new Number(input.hashCode()), pin.value());
    pin.close();
  }
}
