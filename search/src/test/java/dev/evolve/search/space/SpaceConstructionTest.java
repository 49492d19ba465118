package dev.evolve.search.space;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class SpaceConstructionTest {

  /** A clock that goes on by one millisecond with every look, so that all runs take as long. */
  private final AtomicLong now = new AtomicLong();

  private SpaceConstruction construction(long mostFiltered) {
    return new SpaceConstruction(() -> now.addAndGet(1_000_000), 2, mostFiltered);
  }

  @Test
  void everyWayFindsTheSame() {
    SpaceConstruction.Result result = construction(1_000_000).measure(KernelSpaces.convolution());

    assertThat(result.space()).isEqualTo("convolution");
    assertThat(result.product()).isEqualTo(BigInteger.valueOf(10_240));
    assertThat(result.feasible()).isEqualTo(4_362);
    assertThat(result.isScaled()).isFalse();
    assertThat(result.ratio()).isEqualTo(1);
    assertThat(result.compiling().median()).isEqualTo(0.001);
  }

  @Test
  void ofLargeProductsAPartIsFilteredAndScaledUp() {
    SpaceConstruction.Result result = construction(1_024).measure(KernelSpaces.convolution());

    assertThat(result.isScaled()).isTrue();
    assertThat(result.filteredByCel().median()).isEqualTo(0.01);
    assertThat(result.propagated()).isEqualTo(new SpaceConstruction.Seconds(1e-3, 1e-3, 1e-3));
    assertThat(result.leastRatio()).isEqualTo(10);
    assertThat(result.mostRatio()).isEqualTo(10);
  }

  @Test
  void whatCannotBeListedIsNotMeasured() {
    SpaceDefinition large =
        SpaceDefinition.of(
            "large",
            List.of(new Parameter.Whole("x", 0, 1_000, 1), new Parameter.Whole("y", 0, 1_000, 1)),
            List.of("x + y > 1"));

    assertThatThrownBy(() -> construction(10).measure(large))
        .hasMessage("large has too many feasible points to be listed");
  }
}
