package dev.evolve.loop.sim;

import dev.evolve.loop.runtime.RuntimeLimits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/** What all lives of a simulated process share: time, disk, chance, and what is told of them. */
final class World {

  static final long MEMORY = 120;
  static final long BLOCKS = 8;
  static final int STEPS_IN_FLIGHT = 6;
  private static final Duration FAULTS_END = Duration.ofMinutes(5);

  final SimulatedTime time = new SimulatedTime();
  final EventScheduler scheduler = new EventScheduler(time);
  final InMemoryCheckpointStore store = new InMemoryCheckpointStore();
  final RandomGenerator random;
  final FaultPlan drawn;

  /** Whether commits become durable in groups, later than they are made. */
  final boolean grouped;

  /** Batches that each pool takes at once. */
  final int width;

  private final List<String> journal = new ArrayList<>();
  private int epoch;

  World(long seed) {
    this.random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
    this.drawn = FaultPlan.draw(random);
    this.grouped = random.nextBoolean();
    this.width = 1 + random.nextInt(2);
  }

  /** Limits that are felt: little of everything. */
  RuntimeLimits limits() {
    TreeMap<String, Long> blocks = new TreeMap<>();
    blocks.put("kv", BLOCKS);
    TreeMap<String, Integer> widths = new TreeMap<>();
    widths.put("any", width);
    widths.put("side", width);
    return RuntimeLimits.defaults()
        .withPools(new RuntimeLimits.Pools(MEMORY, 4, blocks).withWidths(widths))
        .withTurns(new RuntimeLimits.Turns(3, 5, STEPS_IN_FLIGHT, 3))
        .withQueues(new RuntimeLimits.Queues(100, 100, 4, 3));
  }

  /** The faults of now: they end some time, so that every history does. */
  FaultPlan faults() {
    return time.instant().isBefore(SimulatedTime.START.plus(FAULTS_END)) ? drawn : FaultPlan.none();
  }

  boolean happens(double probability) {
    return random.nextDouble() < probability;
  }

  Duration upTo(Duration longest) {
    return Duration.ofMillis(random.nextInt((int) longest.toMillis()));
  }

  void note(String what) {
    journal.add(time.instant().toEpochMilli() + " " + what);
  }

  List<String> journal() {
    return journal;
  }

  /** Number of the life that owns the store. */
  int epoch() {
    return epoch;
  }

  int nextEpoch() {
    return ++epoch;
  }
}
