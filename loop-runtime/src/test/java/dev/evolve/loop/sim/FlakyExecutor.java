package dev.evolve.loop.sim;

import dev.evolve.loop.port.PoolFailedException;
import dev.evolve.loop.port.WorkExecutor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * One process's executor: answers late, out of order, twice or never, and its pools break. Checks
 * that no two steps have a device at once, that what the steps under way use fits into memory and
 * cache, that no pool has more batches than it takes, and that no step counts on caches that are
 * gone.
 */
final class FlakyExecutor implements WorkExecutor {

  private final World world;
  private final Runnable answered;
  private final ScriptCache cache = new ScriptCache();
  private final Set<Work> underWay = Collections.newSetFromMap(new IdentityHashMap<>());
  private final List<List<Work>> batches = new ArrayList<>();
  private final Set<String> broken = new HashSet<>();
  private int dropped;

  /**
   * @param answered called after each answer, to have the runtime take a turn
   */
  FlakyExecutor(World world, Runnable answered) {
    this.world = world;
    this.answered = answered;
  }

  /** How many answers were lost; their loops wait for a restart. */
  int dropped() {
    return dropped;
  }

  @Override
  public void execute(List<Work> batch) {
    batches.add(batch);
    batch.forEach(this::start);
    requireRoom();
  }

  private void start(Work work) {
    if (broken.contains(pool(work))) {
      work.completion().fail(breakage(work));
      return;
    }
    cache.use(work);
    underWay.add(work);
    if (world.happens(world.faults().drop())) {
      dropped++;
      return;
    }
    world.scheduler.after(delay(), () -> finish(work));
    if (world.happens(world.faults().duplicate())) {
      world.scheduler.after(world.faults().longestStep().plus(delay()), () -> answer(work));
    }
  }

  private Duration delay() {
    return world.upTo(world.faults().longestStep());
  }

  private void finish(Work work) {
    if (underWay.remove(work)) {
      answer(work);
    }
  }

  private void answer(Work work) {
    ScriptExecutor.answer(work);
    answered.run();
  }

  /** A pool breaks, with all that is under way on it. */
  void breakPool(String pool) {
    broken.add(pool);
    List<Work> lost = new ArrayList<>();
    for (List<Work> batch : batches) {
      batch.stream().filter(w -> underWay.contains(w) && pool(w).equals(pool)).forEach(lost::add);
    }
    lost.forEach(underWay::remove);
    lost.forEach(work -> work.completion().fail(breakage(work)));
    answered.run();
  }

  @Override
  public void release(String loopId) {
    cache.drop(loopId);
  }

  /** All that is cached is stale. */
  void dropCaches() {
    cache.clear();
  }

  @Override
  public void reinitialise(String pool) {
    if (!broken.contains(pool)) {
      throw new AssertionError("pool " + pool + " is set up again, but is not broken");
    }
    if (world.happens(world.faults().beyondRepair())) {
      world.note("pool " + pool + " cannot be set up");
      throw new IllegalStateException("pool " + pool + " is beyond repair");
    }
    world.note("pool " + pool + " is set up again");
    broken.remove(pool);
    cache.clear();
  }

  private static PoolFailedException breakage(Work work) {
    return new PoolFailedException(pool(work), new IllegalStateException("it was drawn"));
  }

  private static String pool(Work work) {
    return work.plan().placement().pool();
  }

  // ---- what always holds

  private void requireRoom() {
    batches.removeIf(batch -> batch.stream().noneMatch(underWay::contains));
    Map<String, Integer> perPool = new HashMap<>();
    batches.forEach(batch -> perPool.merge(pool(batch.getFirst()), 1, Integer::sum));
    perPool.forEach((pool, count) -> require(count <= world.width, count + " batches on " + pool));
    Set<String> devices = new HashSet<>();
    long bytes = 0;
    long blocks = 0;
    for (Work work : underWay) {
      var resources = work.plan().resources();
      resources.exclusiveDevices().forEach(name -> require(devices.add(name), "two on " + name));
      bytes += ((ScriptState) work.context().state()).request().residentBytes();
      bytes += resources.peakBytes();
      blocks += resources.cacheBlocks().of("kv");
    }
    require(bytes <= World.MEMORY, bytes + " bytes used");
    require(blocks <= World.BLOCKS, blocks + " blocks used");
  }

  private static void require(boolean holds, String found) {
    if (!holds) {
      throw new AssertionError("more is under way than there is room for: " + found);
    }
  }
}
