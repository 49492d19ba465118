package dev.evolve.tuning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evolve.pack.BenchPack;
import java.math.BigDecimal;
import org.junit.jupiter.api.Test;

class LimitsWishTest {

  private static final BenchPack.Budget PACKS =
      new BenchPack.Budget(24, 6, 600.0, new BigDecimal("5"), new BigDecimal("30"), 0.5);

  @Test
  void whatNobodyAsksForIsThePacks() {
    assertThat(LimitsWish.NONE.over(PACKS))
        .isEqualTo(new SearchLimits(600.0, new BigDecimal("5"), new BigDecimal("30"), 0.5));
    assertThat(LimitsWish.NONE.over(new BenchPack.Budget(24, 6))).isEqualTo(SearchLimits.NONE);
  }

  @Test
  void eachMeasureThatIsAskedForReplacesThePacks() {
    assertThat(new LimitsWish(60.0, null, null, null).over(PACKS))
        .isEqualTo(new SearchLimits(60.0, new BigDecimal("5"), new BigDecimal("30"), 0.5));
    assertThat(new LimitsWish(null, BigDecimal.ONE, null, null).over(PACKS))
        .isEqualTo(new SearchLimits(600.0, BigDecimal.ONE, new BigDecimal("30"), 0.5));
    assertThat(new LimitsWish(null, null, BigDecimal.TEN, null).over(PACKS))
        .isEqualTo(new SearchLimits(600.0, new BigDecimal("5"), BigDecimal.TEN, 0.5));
    assertThat(new LimitsWish(null, null, null, 2.0).over(PACKS))
        .isEqualTo(new SearchLimits(600.0, new BigDecimal("5"), new BigDecimal("30"), 2.0));
  }

  @Test
  void moneyIsComparedWithThePacksPriceIfItHasOne() {
    LimitsWish money = new LimitsWish(null, BigDecimal.ONE, null, null);
    BenchPack.Budget priced = new BenchPack.Budget(24, 6, null, null, BigDecimal.TEN, null);

    assertThat(money.over(priced))
        .isEqualTo(new SearchLimits(null, BigDecimal.ONE, BigDecimal.TEN, null));
    assertThatThrownBy(() -> money.over(new BenchPack.Budget(24, 6)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("need a positive pricePerDeviceHour");
  }
}
