package dev.evolve.app.budgets;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evolve.search.budget.Amount;
import dev.evolve.search.budget.Budget;
import dev.evolve.search.budget.BudgetAccount;
import java.math.BigDecimal;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class DayAccountTest {

  private static final Amount SPENT =
      new Amount(3, Duration.ofMillis(2_500), Duration.ofSeconds(90), new BigDecimal("0.125"));

  private static DayAccount account(Budget budget) {
    return DayAccount.of(new BudgetAccount("pack toy", budget, SPENT, Amount.NONE));
  }

  @Test
  void saysWhatWasSpentOfWhatMayBe() {
    DayAccount account =
        account(new Budget(10L, Duration.ofHours(1), Duration.ofHours(2), BigDecimal.TEN));

    assertThat(account.line())
        .isEqualTo(
            "pack toy: 3 of 10 evaluations, 2.50 of 3600.00 device-seconds,"
                + " 90.00 of 7200.00 s of wall time, 0.13 of 10.00 of money");
    assertThat(account.limit())
        .isEqualTo(new DayAccount.Figures(10L, 3_600.0, 7_200.0, BigDecimal.TEN));
  }

  @Test
  void namesNoLimitWhereThereIsNone() {
    DayAccount account = account(Budget.UNLIMITED);

    assertThat(account.line())
        .isEqualTo(
            "pack toy: 3 evaluations, 2.50 device-seconds, 90.00 s of wall time, 0.13 of money");
    assertThat(account.limit()).isEqualTo(new DayAccount.Figures(null, null, null, null));
    assertThat(account.spent().evaluations()).isEqualTo(3);
  }
}
