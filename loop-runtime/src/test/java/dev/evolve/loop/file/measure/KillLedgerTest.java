package dev.evolve.loop.file.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The judge of the kills must see what it is there to see. */
class KillLedgerTest {

  private final KillLedger ledger = new KillLedger(new KillRound(Path.of("store"), 2, 10, 1));

  @Test
  void seesAnAcknowledgedStepThatIsLost() {
    ledger.begin();
    ledger.take("acked loop-1 0 .");
    ledger.take("acked loop-1 1 .");
    ledger.begin();
    ledger.take("restored loop-1 1 .");
    assertThat(ledger.lost()).isEqualTo(1);
  }

  @Test
  void seesAStepThatIsDoneTwice() {
    ledger.begin();
    ledger.take("acked loop-0 0 .");
    ledger.begin();
    ledger.take("acked loop-0 0 .");
    assertThat(ledger.twice()).isEqualTo(1);
    assertThat(ledger.acknowledged()).isEqualTo(2);
  }

  @Test
  void takesAStepThatWasStoredButNotAcknowledgedForNeither() {
    ledger.begin();
    ledger.take("acked loop-0 0 .");
    ledger.begin();
    ledger.take("restored loop-0 3 .");
    assertThat(ledger.take("acked loop-0 3 .")).isEqualTo(1);
    assertThat(ledger.lost()).isZero();
    assertThat(ledger.twice()).isZero();
  }

  @Test
  void leavesALineThatWasCutOffOut() {
    ledger.begin();
    ledger.take("acked loop-0 1");
    assertThat(ledger.acknowledged()).isZero();
  }
}
