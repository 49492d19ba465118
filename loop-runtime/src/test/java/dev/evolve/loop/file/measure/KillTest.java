package dev.evolve.loop.file.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real processes that are killed with SIGKILL. */
class KillTest {

  @TempDir private Path home;

  @Test
  void losesNoAcknowledgedStepAndDoesNoneTwiceHoweverOftenTheProcessIsKilled()
      throws IOException, InterruptedException {
    KillReport report = new KillHarness(home, 200, 150, 4_000, 7).run(5);
    assertThat(report.kills()).isEqualTo(5);
    assertThat(report.acknowledged()).isPositive();
    assertThat(report.isClean()).as(report.toString()).isTrue();
  }
}
