package dev.evolve.app.budgets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evolve.campaign.DailyBudgets;
import dev.evolve.search.budget.Budget;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

class BudgetSettingsTest {

  private static final BudgetSettings.Daily ANY = new BudgetSettings.Daily(null, null, null, null);

  private static BudgetSettings bind(Map<String, String> values) {
    return new Binder(new MapConfigurationPropertySource(values))
        .bindOrCreate("evolve.budgets", BudgetSettings.class);
  }

  @Test
  void limitsNothingUnlessToldTo() {
    assertThat(bind(Map.of())).isEqualTo(new BudgetSettings(null, ANY, ANY, ANY));
    assertThat(bind(Map.of()).budgets().isUnlimited()).isTrue();
    assertThat(bind(Map.of()).pricePerSecond()).isZero();
  }

  @Test
  void takesEveryKey() {
    BudgetSettings settings =
        bind(
            Map.ofEntries(
                Map.entry("evolve.budgets.price-per-device-hour", "7.2"),
                Map.entry("evolve.budgets.agent-day.evaluations", "10"),
                Map.entry("evolve.budgets.agent-day.device-time", "1h"),
                Map.entry("evolve.budgets.agent-day.wall-time", "90m"),
                Map.entry("evolve.budgets.agent-day.money", "5"),
                Map.entry("evolve.budgets.pack-day.evaluations", "20"),
                Map.entry("evolve.budgets.pack-day.device-time", "2h"),
                Map.entry("evolve.budgets.pack-day.wall-time", "150m"),
                Map.entry("evolve.budgets.pack-day.money", "6.5"),
                Map.entry("evolve.budgets.day.evaluations", "30"),
                Map.entry("evolve.budgets.day.device-time", "3h"),
                Map.entry("evolve.budgets.day.wall-time", "4h"),
                Map.entry("evolve.budgets.day.money", "8")));

    assertThat(settings.budgets())
        .isEqualTo(
            new DailyBudgets(
                new Budget(10L, Duration.ofHours(1), Duration.ofMinutes(90), new BigDecimal("5")),
                new Budget(
                    20L, Duration.ofHours(2), Duration.ofMinutes(150), new BigDecimal("6.5")),
                new Budget(30L, Duration.ofHours(3), Duration.ofHours(4), new BigDecimal("8"))));
    assertThat(settings.pricePerSecond()).isEqualByComparingTo("0.002");
  }

  @ParameterizedTest
  @ValueSource(strings = {"agent-day", "pack-day", "day"})
  void refusesMoneyWithoutAPrice(String budget) {
    assertThatThrownBy(() -> bind(Map.of("evolve.budgets." + budget + ".money", "5")))
        .hasRootCauseMessage(
            "a daily budget of money needs evolve.budgets.price-per-device-hour, found none; set"
                + " it");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-1"})
  void refusesAPriceThatIsNotPositive(String price) {
    assertThatThrownBy(() -> bind(Map.of("evolve.budgets.price-per-device-hour", price)))
        .hasRootCauseMessage(
            "evolve.budgets.price-per-device-hour is positive, or absent; found " + price);
  }
}
