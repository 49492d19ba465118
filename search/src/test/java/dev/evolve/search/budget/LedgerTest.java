package dev.evolve.search.budget;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evolve.search.budget.Ledger.Answer;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class LedgerTest {

  private static final String AGENT = "agent:compiler";
  private static final String PACK = "pack:cpu-sgemm";
  private static final String DAY = "day:2026-03-01";
  private static final BigDecimal PRICE = new BigDecimal("0.0007");

  private static Amount seconds(long millis) {
    return Amount.ofEvaluation(Duration.ofMillis(millis), Duration.ofMillis(2 * millis), PRICE);
  }

  private static Ledger ledger() {
    return Ledger.EMPTY
        .open(AGENT, Budget.ofEvaluations(50))
        .open(PACK, Budget.ofDeviceTime(Duration.ofSeconds(20)))
        .open(DAY, Budget.ofMoney(new BigDecimal("0.01")));
  }

  private static Answer.Granted granted(Ledger ledger, List<String> holders, Amount amount) {
    return (Answer.Granted) ledger.reserve(holders, amount);
  }

  @Test
  void isNeverOverdrawnByWorkSideBySide() {
    SplittableRandom random = new SplittableRandom(4);
    Ledger ledger = ledger();
    List<Ledger.Reservation> open = new ArrayList<>();
    int refused = 0;
    for (int i = 0; i < 3_000; i++) {
      Ledger before = ledger;
      if (open.size() < 16 && random.nextInt(3) > 0) {
        switch (ledger.reserve(List.of(AGENT, PACK, DAY), seconds(50 + random.nextInt(900)))) {
          case Answer.Granted granted -> {
            ledger = granted.ledger();
            open.add(granted.reservation());
          }
          case Answer.Refused answer -> {
            refused++;
            assertThat(answer.reasons()).isNotEmpty();
            assertThat(ledger).isEqualTo(before);
          }
        }
      } else if (!open.isEmpty()) {
        Ledger.Reservation done = open.remove(random.nextInt(open.size()));
        ledger =
            random.nextInt(5) == 0
                ? ledger.release(done.number())
                : ledger.settle(done.number(), seconds(done.amount().deviceTime().toMillis() / 2));
      }
      for (BudgetAccount account : ledger.accounts()) {
        assertThat(account.budget().brokenBy(account.spent().plus(account.reserved()))).isEmpty();
      }
    }
    assertThat(refused).isPositive();
    assertThat(ledger.account(AGENT).spent()).isEqualTo(ledger.account(DAY).spent());
  }

  @Test
  void addsUpToTheLastCent() {
    Ledger ledger = Ledger.EMPTY.open(DAY, Budget.ofMoney(new BigDecimal("0.7")));
    for (int i = 0; i < 1_000; i++) {
      Answer.Granted granted = granted(ledger, List.of(DAY), seconds(1_000));
      ledger = granted.ledger().settle(granted.reservation().number(), seconds(1_000));
    }
    assertThat(ledger.account(DAY).spent().money()).isEqualByComparingTo("0.7");
    assertThat(ledger.reserve(List.of(DAY), seconds(1))).isInstanceOf(Answer.Refused.class);
  }

  @Test
  void chargesAllHoldersOrNone() {
    Ledger ledger = ledger().open("agent:poor", Budget.ofEvaluations(0));
    Answer answer = ledger.reserve(List.of(PACK, "agent:poor"), seconds(10));
    assertThat(answer)
        .isInstanceOfSatisfying(
            Answer.Refused.class,
            refused ->
                assertThat(refused.reasons()).containsExactly("agent:poor: evaluations 1 of 0"));
  }

  @Test
  void saysWhatIsLeft() {
    Answer.Granted granted = granted(ledger(), List.of(AGENT, PACK), seconds(4_000));
    assertThat(granted.ledger().account(PACK).remaining().deviceTime())
        .isEqualTo(Duration.ofSeconds(16));
    assertThat(granted.ledger().account(AGENT).remaining().evaluations()).isEqualTo(49);
    Ledger after = granted.ledger().settle(granted.reservation().number(), seconds(1_000));
    assertThat(after.account(PACK).remaining().deviceTime()).isEqualTo(Duration.ofSeconds(19));
    assertThat(after.account(PACK).remaining().money()).isNull();
  }

  @Test
  void refusesToSettleMoreThanWasSetAsideOrTwice() {
    Answer.Granted granted = granted(ledger(), List.of(PACK), seconds(1_000));
    long number = granted.reservation().number();
    assertThatThrownBy(() -> granted.ledger().settle(number, seconds(1_001)))
        .hasMessageContaining("may take 1 evaluations, 1 device-seconds")
        .hasMessageContaining("took 1 evaluations, 1.001 device-seconds");
    Ledger settled = granted.ledger().settle(number, seconds(1_000));
    assertThatThrownBy(() -> settled.settle(number, seconds(1)))
        .hasMessageContaining("reservation 0 is not open");
  }

  @Test
  void chargesWhatIsAFactThoughItOverdrawsAndGrantsNothingMore() {
    Ledger ledger = ledger().charge(List.of(AGENT, PACK), seconds(20_001));
    assertThat(ledger.account(AGENT).spent()).isEqualTo(seconds(20_001));
    assertThat(ledger.account(DAY).spent()).isEqualTo(Amount.NONE);
    assertThat(ledger.account(PACK).remaining().deviceTime()).isEqualTo(Duration.ZERO);
    assertThat(ledger.reserve(List.of(PACK), Amount.NONE))
        .isEqualTo(new Answer.Refused(List.of(PACK + ": device time PT20.001S of PT20S")));
    assertThat(ledger.reserve(List.of(AGENT), seconds(1))).isInstanceOf(Answer.Granted.class);
    assertThatThrownBy(() -> ledger.charge(List.of("day:never"), seconds(1)))
        .hasMessageContaining("there are");
    assertThat(ledger.has(DAY)).isTrue();
    assertThat(ledger.has("day:never")).isFalse();
  }

  @Test
  void comesBackFromJsonAsItWas() {
    Ledger ledger = granted(ledger(), List.of(AGENT, DAY), seconds(1_234)).ledger();
    JsonMapper mapper = JsonMapper.builder().build();
    String json = mapper.writeValueAsString(ledger);
    assertThat(mapper.readValue(json, Ledger.class)).isEqualTo(ledger);
  }

  @Test
  void refusesALedgerThatDoesNotAddUp() {
    BudgetAccount account = new BudgetAccount(PACK, Budget.UNLIMITED, Amount.NONE, seconds(1_000));
    assertThatThrownBy(() -> new Ledger(List.of(account), List.of(), 0))
        .hasMessageContaining("its reservations come to 0 evaluations");
    assertThatThrownBy(() -> ledger().open(PACK, Budget.UNLIMITED))
        .hasMessageContaining("two accounts");
    assertThatThrownBy(() -> ledger().account("day:never")).hasMessageContaining("there are");
  }
}
