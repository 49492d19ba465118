package dev.evolve.loop.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Searches for faults by seed. A seed that fails joins {@link #seeds}. */
@Tag("simulation")
class RuntimeSimulationTest {

  private static final int SEEDS = 2_000;

  /** What the journals say of what went wrong. */
  private static final List<String> FAULTS =
      List.of(
          "the store goes away",
          "before the commit of",
          "after the commit of",
          "comes back from the dead",
          "is over",
          "it dies between two events",
          "restored",
          "SignalRefusedException",
          "StoreUnavailableException",
          "NotWaitingException",
          "DuplicateLoopException",
          "cancelled",
          "failed",
          "preempted",
          "repaired side",
          "repaired any",
          "cannot be set up",
          "lost its pool too often",
          "freeze DRAIN done",
          "freeze BOUNDARY done",
          "freeze BOUNDARY CancellationException",
          "freeze DRAIN IllegalStateException",
          "thaw true done",
          "thaw false done",
          "were not durable and are lost",
          "it dies after the commit of");

  static LongStream seeds() {
    return LongStream.range(0, SEEDS);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void keepsItsPromisesAndGivesTheSameHistoryTwice(long seed) {
    List<String> first = new Simulation(seed).run();
    List<String> second = new Simulation(seed).run();
    assertThat(second).isEqualTo(first);
  }

  @Test
  void visitsEveryKindOfFault() {
    Set<String> unseen = new TreeSet<>(FAULTS);
    for (long seed = 0; seed < SEEDS && !unseen.isEmpty(); seed++) {
      List<String> journal = new Simulation(seed).run();
      unseen.removeIf(fault -> journal.stream().anyMatch(line -> line.contains(fault)));
    }
    assertThat(unseen).isEmpty();
  }
}
