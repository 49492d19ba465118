package dev.evolve.app.budgets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evolve.app.campaigns.EventFeed;
import dev.evolve.campaign.DailyLimits;
import dev.evolve.campaign.DailyLimits.NextMeasurement;
import dev.evolve.error.EvolveException;
import dev.evolve.event.DomainEvent;
import dev.evolve.event.RecordedEvent;
import dev.evolve.search.budget.BudgetAccount;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;

class SpendingViewTest {

  private static final BudgetSettings.Daily ANY = new BudgetSettings.Daily(null, null, null, null);

  private static SpendingView view(BudgetSettings.Daily day) {
    return new SpendingView(new BudgetSettings(null, ANY, ANY, day), Duration.ZERO);
  }

  private static NextMeasurement next(long eventCount) {
    return new NextMeasurement("c", eventCount, "agent", "toy", Duration.ZERO, Instant.EPOCH);
  }

  private static RecordedEvent event(long sequence) {
    return new RecordedEvent(
        "c-" + sequence,
        "c",
        sequence,
        1,
        "",
        "",
        new DomainEvent.SearchFinished("c", Instant.EPOCH, "done"));
  }

  @Test
  void followsTheLogOfTheServiceAndIsWhatCampaignsAsk() {
    List<EventFeed.Listener> followers = new ArrayList<>();
    EventFeed log =
        listener -> {
          followers.add(listener);
          return () -> followers.remove(listener);
        };
    try (AnnotationConfigApplicationContext service = new AnnotationConfigApplicationContext()) {
      service.registerBean(EventFeed.class, () -> log);
      service.register(BudgetsConfiguration.class);
      service.refresh();

      assertThat(followers).containsExactly(service.getBean(SpendingView.class));
      assertThat(service.getBean(DailyLimits.class).reserve(next(9))).isEmpty();
    }
    assertThat(followers).isEmpty();
  }

  @Test
  void asksNoLogWhereThereIsNoBudget() {
    assertThat(view(ANY).reserve(next(9))).isEmpty();
  }

  @Test
  void answersOnceTheLogAndTheCampaignsOwnEventsAreHere() {
    SpendingView view = view(new BudgetSettings.Daily(0L, null, null, null));
    view.recorded(0, 0, event(0));

    assertThatThrownBy(() -> view.reserve(next(1)))
        .as("before the log was read")
        .isInstanceOf(EvolveException.class)
        .hasMessageContaining("what was spent today");
    view.caughtUp();
    assertThat(view.reserve(next(1)).orElseThrow()).contains("evaluations 1 of 0");
    assertThatThrownBy(() -> view.reserve(next(2)))
        .as("an event of its own is missing")
        .isInstanceOf(EvolveException.class);
    view.recorded(0, 1, event(1));
    assertThat(view.reserve(next(2))).isPresent();
  }

  @Test
  void whatIsMeasuredCountsBeforeItsResultIsInTheLog() {
    SpendingView view = view(new BudgetSettings.Daily(1L, null, null, null));
    view.caughtUp();

    assertThat(view.reserve(next(0))).isEmpty();
    assertThat(view.reserve(other())).as("while c measures").isPresent();
    view.release("c");
    assertThat(view.reserve(other())).as("after c failed").isEmpty();
  }

  @Test
  void showsTheAccountsOfADayOnceTheLogWasRead() {
    SpendingView view = view(new BudgetSettings.Daily(2L, null, null, null));
    LocalDate day = LocalDate.EPOCH;
    assertThatThrownBy(() -> view.accounts(day))
        .isInstanceOf(EvolveException.class)
        .hasMessageContaining("still being read");
    view.caughtUp();
    assertThat(view.accounts(day)).isEmpty();

    view.reserve(next(0));

    assertThat(view.accounts(day))
        .extracting(BudgetAccount::holder)
        .containsExactly("agent agent", "pack toy", "the whole service");
    assertThat(view.accounts(day)).allMatch(account -> account.reserved().evaluations() == 1);
    assertThat(view.accounts(day.plusDays(1))).isEmpty();
  }

  private static NextMeasurement other() {
    return new NextMeasurement("d", 0, "agent", "toy", Duration.ZERO, Instant.EPOCH);
  }
}
