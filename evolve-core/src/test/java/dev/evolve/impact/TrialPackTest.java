package dev.evolve.impact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evolve.error.EvolveException;
import dev.evolve.search.prior.KnownTrial;
import java.util.List;
import org.junit.jupiter.api.Test;

class TrialPackTest {

  @Test
  void givesBackWhatWasPacked() {
    List<KnownTrial> trials =
        List.of(
            KnownTrial.ran(List.of("16", "on"), 0.25),
            KnownTrial.failed(List.of("32", "on")),
            KnownTrial.ran(List.of("16", "off, if \"x\""), 1e-9));
    assertThat(TrialPack.unpack("s", TrialPack.pack(2, trials))).isEqualTo(trials);
  }

  @Test
  void namesTheSetThatCannotBeRead() {
    assertThatThrownBy(() -> TrialPack.unpack("set-1", new byte[] {1, 2, 3}))
        .isInstanceOf(EvolveException.class)
        .hasMessageContaining("set-1");
  }
}
