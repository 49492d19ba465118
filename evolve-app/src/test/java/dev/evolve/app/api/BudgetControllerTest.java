package dev.evolve.app.api;

import static org.hamcrest.Matchers.hasSize;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.jsonPath;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.status;

import dev.evolve.app.budgets.BudgetSettings;
import dev.evolve.app.budgets.SpendingView;
import dev.evolve.campaign.DailyLimits;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.test.web.servlet.MockMvc;
import org.springframework.test.web.servlet.setup.MockMvcBuilders;

class BudgetControllerTest {

  private static final String ROOT = "/api/v1/budgets";
  private static final Instant NOW = Instant.parse("2026-11-30T08:00:00Z");

  private final SpendingView view =
      new SpendingView(
          new Binder(
                  new MapConfigurationPropertySource(
                      Map.of("evolve.budgets.pack-day.evaluations", "2")))
              .bindOrCreate("evolve.budgets", BudgetSettings.class));
  private final MockMvc http =
      MockMvcBuilders.standaloneSetup(new BudgetController(view, () -> NOW))
          .setControllerAdvice(new ProblemAdvice())
          .build();

  @Test
  void showsWhatIsSpentTodayOrOnAnotherDay() throws Exception {
    view.caughtUp();
    view.reserve(
        new DailyLimits.NextMeasurement("c", 0, "auto", "toy", Duration.ofSeconds(2), NOW));

    http.perform(get(ROOT))
        .andExpect(status().isOk())
        .andExpect(jsonPath("$.day").value("2026-11-30"))
        .andExpect(jsonPath("$.accounts", hasSize(3)))
        .andExpect(jsonPath("$.accounts[1].holder").value("pack toy"))
        .andExpect(jsonPath("$.accounts[1].setAside.deviceSeconds").value(2.0))
        .andExpect(jsonPath("$.accounts[1].limit.evaluations").value(2));
    http.perform(get(ROOT + "?day=2026-11-29")).andExpect(jsonPath("$.accounts", hasSize(0)));
    http.perform(get(ROOT + "?day=yesterday")).andExpect(status().isBadRequest());
  }

  @Test
  void saysThatTheLogIsStillBeingRead() throws Exception {
    http.perform(get(ROOT)).andExpect(status().isServiceUnavailable());
  }
}
