package dev.evolve.search.objective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evolve.search.objective.Caps.Reading;
import dev.evolve.search.objective.Caps.Standing;
import java.util.List;
import org.junit.jupiter.api.Test;

class CapsTest {

  private static final Caps CAPS = new Caps(200.0, 85.0);

  @Test
  void throwsAwayWhatWasTakenAboveACap() {
    Caps.Judgement judgement =
        CAPS.judge(
            List.of(
                new Reading(150.0, 70.0),
                new Reading(200.1, 70.0),
                new Reading(150.0, 85.5),
                new Reading(200.0, 85.0)));
    assertThat(judgement.standings())
        .containsExactly(Standing.WITHIN, Standing.ABOVE, Standing.ABOVE, Standing.WITHIN);
    assertThat(judgement.isUsable(1)).isFalse();
    assertThat(judgement.sentence())
        .isEqualTo(
            "2 of 4 samples were taken above the caps (200.0 W, 85.0 degrees Celsius) and do not"
                + " count; 0 could not be checked");
  }

  @Test
  void doesNotHoldWhatWasNotReadToBeWithin() {
    assertThat(CAPS.judge(Reading.ABSENT)).isEqualTo(Standing.NOT_READ);
    assertThat(CAPS.judge(new Reading(150.0, null))).isEqualTo(Standing.NOT_READ);
    assertThat(CAPS.judge(new Reading(Double.NaN, 20.0))).isEqualTo(Standing.NOT_READ);
    assertThat(CAPS.judge(new Reading(null, 90.0))).isEqualTo(Standing.ABOVE);
  }

  @Test
  void asksForNoReadingWhereThereIsNoCap() {
    assertThat(Caps.NONE.judge(Reading.ABSENT)).isEqualTo(Standing.WITHIN);
    assertThat(new Caps(null, 80.0).judge(new Reading(null, 20.0))).isEqualTo(Standing.WITHIN);
  }

  @Test
  void refusesCapsThatAreNone() {
    assertThatThrownBy(() -> new Caps(0.0, null)).hasMessageContaining("watts above zero");
    assertThatThrownBy(() -> new Caps(null, Double.NaN)).hasMessageContaining("finite");
  }
}
