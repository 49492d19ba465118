package dev.evolve.loop.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LoopPhaseTest {

  @Test
  void endsFromEveryPhaseButTheLast() {
    for (LoopPhase phase : EnumSet.complementOf(EnumSet.of(LoopPhase.ENDING, LoopPhase.ENDED))) {
      assertThat(phase.canMoveTo(LoopPhase.ENDING)).as(phase.name()).isTrue();
    }
    assertThat(EnumSet.allOf(LoopPhase.class)).noneMatch(LoopPhase.ENDED::canMoveTo);
  }

  @Test
  void reachesEveryPhaseFromTheFirst() {
    Set<LoopPhase> reached = EnumSet.of(LoopPhase.ACCEPTING);
    for (int i = 0; i < LoopPhase.values().length; i++) {
      for (LoopPhase from : Set.copyOf(reached)) {
        EnumSet.allOf(LoopPhase.class).stream().filter(from::canMoveTo).forEach(reached::add);
      }
    }
    assertThat(reached).containsExactlyInAnyOrder(LoopPhase.values());
  }
}
