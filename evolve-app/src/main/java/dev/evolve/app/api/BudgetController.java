package dev.evolve.app.api;

import dev.evolve.app.budgets.DayAccount;
import dev.evolve.app.budgets.SpendingView;
import dev.evolve.campaign.DailyLedger;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.InstantSource;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.format.annotation.DateTimeFormat;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** What campaigns spend in a day. */
@RestController
@RequestMapping("/api/v1/budgets")
@Tag(name = "budgets")
class BudgetController {

  private final SpendingView view;
  private final InstantSource clock;

  BudgetController(SpendingView view, InstantSource clock) {
    this.view = view;
    this.clock = clock;
  }

  /** The accounts of a day. */
  record Spending(LocalDate day, List<DayAccount> accounts) {}

  @GetMapping
  @Operation(summary = "What agents, packs and the whole service spent on a day, and may")
  Spending spending(
      @Parameter(description = "such as 2026-11-30, UTC; today if absent")
          @RequestParam(required = false)
          @DateTimeFormat(iso = DateTimeFormat.ISO.DATE)
          @Nullable LocalDate day) {
    LocalDate wanted = day == null ? DailyLedger.dayOf(clock.instant()) : day;
    return new Spending(wanted, view.accounts(wanted).stream().map(DayAccount::of).toList());
  }
}
