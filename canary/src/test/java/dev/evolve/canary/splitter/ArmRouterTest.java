package dev.evolve.canary.splitter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evolve.measure.Arm;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class ArmRouterTest {

  private static List<Arm> route(long seed, double weight) {
    ArmRouter router = new ArmRouter(seed);
    router.setWeight(weight);
    return LongStream.range(0, 500).mapToObj(number -> router.route(number, null)).toList();
  }

  @Test
  void oneSeedGivesOneSplit() {
    assertThat(route(1, 0.3)).isEqualTo(route(1, 0.3)).isNotEqualTo(route(2, 0.3));
  }

  @Test
  void aHigherWeightTakesNothingAwayFromTheCandidate() {
    List<Arm> few = route(5, 0.2);
    List<Arm> many = route(5, 0.6);

    for (int i = 0; i < few.size(); i++) {
      assertThat(few.get(i) == Arm.BASELINE || many.get(i) == Arm.CANDIDATE).isTrue();
    }
  }

  @Test
  void weightsOfZeroAndOneAreStrict() {
    assertThat(route(9, 0)).containsOnly(Arm.BASELINE);
    assertThat(route(9, 1)).containsOnly(Arm.CANDIDATE);
  }
}
