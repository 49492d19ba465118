package dev.evolve.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RoundOrderTest {

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void letsEachArmGoFirstEquallyOften(long seed) {
    List<RoundOrder> orders = RoundOrder.draw(8, new SplittableRandom(seed));
    assertThat(orders).extracting(RoundOrder::round).containsExactly(0, 1, 2, 3, 4, 5, 6, 7);
    for (int i = 0; i < 8; i += 2) {
      assertThat(orders.get(i).first()).isNotEqualTo(orders.get(i + 1).first());
    }
    assertThat(orders)
        .allSatisfy(o -> assertThat(o.arms()).containsExactlyInAnyOrder(Arm.values()));
  }

  @Test
  void drawsWhichArmGoesFirst() {
    SplittableRandom random = new SplittableRandom(1);
    List<Arm> firsts =
        java.util.stream.IntStream.range(0, 64)
            .mapToObj(i -> RoundOrder.draw(2, random).getFirst().first())
            .toList();
    assertThat(firsts).contains(Arm.BASELINE, Arm.CANDIDATE);
  }

  @Test
  void drawsOtherInputsForEachRoundAndTheSameForTheSameSeed() {
    List<RoundOrder> orders = RoundOrder.draw(100, new SplittableRandom(9));
    assertThat(orders).extracting(RoundOrder::seed).doesNotHaveDuplicates();
    assertThat(orders).allSatisfy(order -> assertThat(order.seed()).isNotNegative());
    assertThat(RoundOrder.draw(100, new SplittableRandom(9))).isEqualTo(orders);
  }

  @Test
  void pinsToTheLastProcessorThatMayBeUsed(@TempDir Path temporary) throws IOException {
    Path status = temporary.resolve("status");
    Files.writeString(status, "Name:\tx\nCpus_allowed:\tff\nCpus_allowed_list:\t0-2,5,8-11\n");
    assertThat(MeasurementHost.lastAllowed(status)).hasValue(11);
    Files.writeString(status, "Cpus_allowed_list:\t3\n");
    assertThat(MeasurementHost.lastAllowed(status)).hasValue(3);
    assertThat(MeasurementHost.lastAllowed(temporary.resolve("absent"))).isEmpty();
  }
}
