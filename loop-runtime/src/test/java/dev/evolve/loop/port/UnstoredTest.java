package dev.evolve.loop.port;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evolve.loop.port.CheckpointStore.Checkpoint;
import dev.evolve.loop.port.CheckpointStore.Status;
import dev.evolve.loop.port.CheckpointStore.StepCommit;
import java.util.List;
import org.junit.jupiter.api.Test;

class UnstoredTest {

  @Test
  void holdsNothing() {
    assertThat(new Unstored().load()).isEmpty();
  }

  @Test
  void saysWhichLoopWasToBeStored() {
    StepCommit commit =
        new StepCommit(new Checkpoint("r7", "decode", 3, Status.RUNNING, new byte[0]), List.of());

    assertThatThrownBy(() -> new Unstored().commit(commit))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("r7 was to be stored")
        .hasMessageContaining("register decode with LoopSettings.IN_MEMORY");
  }
}
