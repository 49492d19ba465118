package dev.evolve.search.noise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evolve.search.Cost;
import dev.evolve.search.Outcome;
import dev.evolve.search.noise.Verdict.Standing;
import dev.evolve.search.space.Point;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RacingSearchTest {

  private static final RacingPolicy POLICY = RacingPolicy.DEFAULT;

  @Test
  void claimsHardlyEverWhatIsNoImprovement() {
    long claims =
        IntStream.range(0, 200)
            .filter(
                seed ->
                    new SimulatedMachine(12, seed).noise(0.02).run().standing()
                        == Standing.IMPROVED)
            .count();
    assertThat(claims).as("of 200 A/A runs").isLessThanOrEqualTo(2);
  }

  @Test
  void claimsHardlyEverWhatIsNoImprovementThoughOneRunIn32IsSlow() {
    long claims =
        IntStream.range(0, 200)
            .filter(
                seed ->
                    new SimulatedMachine(12, seed).noise(0.001).tail(1 / 32.0, 0.5).run().standing()
                        == Standing.IMPROVED)
            .count();
    assertThat(claims).as("of 200 A/A runs").isLessThanOrEqualTo(2);
  }

  @Test
  void namesThePointThatIsBetterByMoreThanTheTolerance() {
    long right =
        IntStream.range(0, 200)
            .filter(
                seed -> {
                  SimulatedMachine machine =
                      new SimulatedMachine(20, seed).noise(0.03).truth(row -> row == 7 ? 0.97 : 1);
                  return Objects.equals(machine.run().named(), SimulatedMachine.point(7));
                })
            .count();
    assertThat(right).as("of 200 runs").isGreaterThanOrEqualTo(192);
  }

  @Test
  void dropsTheBestWithNoMoreThanTheStatedRisk() {
    int looks = 5;
    long dropped =
        IntStream.range(0, 500)
            .filter(
                seed -> {
                  SimulatedMachine machine = new SimulatedMachine(2, seed).noise(0.05);
                  machine.run();
                  return machine.measured.stream().noneMatch(r -> r.purpose() == Purpose.SETTLE);
                })
            .count();
    assertThat(dropped)
        .as("equals that were dropped before they were settled, of 500")
        .isLessThanOrEqualTo(Math.round(3 * looks * POLICY.dropRisk() * 500));
  }

  @Test
  void buysFewSamplesOfAHopelessPoint() {
    SimulatedMachine machine =
        new SimulatedMachine(50, 3).noise(0.01).truth(row -> row == 0 ? 1 : 2);
    machine.run();
    for (int row = 10; row < 50; row++) {
      Point point = SimulatedMachine.point(row);
      assertThat(machine.measured.stream().filter(r -> r.point().equals(point)).count())
          .as("requests for %s", point)
          .isEqualTo(1);
    }
  }

  @Test
  void saysThatNoDifferenceWasShownAmongEquals() {
    Verdict verdict = new SimulatedMachine(6, 5).noise(0.02).run();
    assertThat(verdict.standing()).isEqualTo(Standing.NO_DIFFERENCE_SHOWN);
    assertThat(verdict.named()).isEqualTo(SimulatedMachine.point(0));
    assertThat(verdict.ties()).isNotEmpty();
    assertThat(verdict.sentence()).containsAnyOf("no difference shown", "the incumbent stays");
  }

  @Test
  void confirmsOnSamplesThatDidNotChoose() {
    SimulatedMachine machine =
        new SimulatedMachine(10, 5).noise(0.01).truth(row -> row == 4 ? 0.9 : 1);
    Verdict verdict = machine.run();
    assertThat(verdict.standing()).isEqualTo(Standing.IMPROVED);
    List<MeasureRequest> confirming =
        machine.measured.stream().filter(r -> r.purpose() == Purpose.CONFIRM).toList();
    assertThat(confirming)
        .extracting(MeasureRequest::point)
        .startsWith(
            SimulatedMachine.point(4),
            SimulatedMachine.point(0),
            SimulatedMachine.point(4),
            SimulatedMachine.point(0));
    assertThat(machine.measured.getLast().purpose()).isEqualTo(Purpose.CONFIRM);
  }

  @Test
  void turnsToTheNextBestWhereTheWinnerFailsAtLast() {
    SimulatedMachine machine =
        new SimulatedMachine(10, 5)
            .noise(0.05)
            .truth(row -> row == 4 ? 0.9 : row == 6 ? 0.904 : 1.2);
    RacingSearch search = machine.search(POLICY, 1);
    while (search.verdict().isEmpty()) {
      search.next().ifPresent(request -> search.tell(request.number(), failing(machine, request)));
    }
    assertThat(search.verdict().orElseThrow().named()).isEqualTo(SimulatedMachine.point(6));
  }

  private static MeasureResult failing(SimulatedMachine machine, MeasureRequest request) {
    boolean isWinner =
        request.purpose() == Purpose.CONFIRM && request.point().equals(SimulatedMachine.point(4));
    return isWinner
        ? new MeasureResult.Failed(Outcome.Reason.RUN, "wrong output", Cost.NONE)
        : machine.measure(request);
  }

  @Test
  void looksAtTheLeaderAgain() {
    SimulatedMachine machine = new SimulatedMachine(200, 5).truth(row -> row == 0 ? 1 : 1.5);
    machine.run();
    assertThat(machine.measured.stream().filter(r -> r.purpose() == Purpose.LEADER).count())
        .isBetween(2L, 4L);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void goesOnFromItsJournalAtAnyStep(int workers) {
    SimulatedMachine machine = machine();
    RacingSearch whole = machine.search(POLICY, 2);
    machine.run(whole, workers);
    List<RacingEntry> journal = whole.journal();
    for (int cut = 0; cut <= journal.size(); cut += 1 + cut / 40) {
      SimulatedMachine again = machine();
      RacingSearch resumed = RacingSearch.resume(again.search(POLICY, 2), journal.subList(0, cut));
      again.run(resumed, workers);
      assertThat(resumed.journal()).as("cut after %s", cut).isEqualTo(journal);
      assertThat(resumed.verdict()).isEqualTo(whole.verdict());
    }
  }

  private static SimulatedMachine machine() {
    return new SimulatedMachine(12, 9)
        .noise(0.02)
        .scenarioSpread(0.01)
        .truth(row -> row == 5 ? Double.NaN : 1 + 0.01 * ((row * 5) % 12));
  }

  @Test
  void refusesTheJournalOfAnotherSearch() {
    SimulatedMachine machine = machine();
    RacingSearch whole = machine.search(POLICY, 1);
    machine.run(whole, 1);
    RacingSearch other = new SimulatedMachine(12, 10).search(POLICY, 1);
    assertThatThrownBy(() -> RacingSearch.resume(other, whole.journal()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("another search");
  }

  @Test
  void neverRunsTheSameProgramTwice() {
    SimulatedMachine machine = new SimulatedMachine(8, 1).truth(row -> 1 + row / 2);
    RacingSearch search = machine.search(POLICY, 1);
    while (search.verdict().isEmpty()) {
      Optional<MeasureRequest> request = search.next();
      if (request.isPresent()) {
        answer(search, machine, request.get());
      }
    }
    assertThat(machine.measured.stream().map(MeasureRequest::point).distinct()).hasSize(4);
    assertThat(search.visited()).hasSize(8);
    assertThat(search.search().history().trials()).hasSize(8);
    for (int row = 0; row < 8; row += 2) {
      assertThat(value(search, row)).isEqualTo(value(search, row + 1));
    }
    assertThat(search.paid().buildSeconds()).isEqualTo(8 * 2.0);
  }

  private static double value(RacingSearch search, int row) {
    Outcome outcome =
        search.search().history().of(SimulatedMachine.point(row)).orElseThrow().outcome();
    return ((Outcome.Measured) outcome).value();
  }

  private static void answer(
      RacingSearch search, SimulatedMachine machine, MeasureRequest request) {
    if (request.isBuild()) {
      String digest = "sha256:" + request.point().place(0) / 2;
      if (search.built(request.number(), digest, 2).isPresent()) {
        return;
      }
    }
    MeasureResult.Sampled sampled = (MeasureResult.Sampled) machine.measure(request);
    Cost run = new Cost(0, sampled.cost().runSeconds());
    search.tell(request.number(), new MeasureResult.Sampled(sampled.values(), run));
  }

  @Test
  void asksAgainAfterTheMachineFailedAndGivesUpAtLast() {
    SimulatedMachine machine = new SimulatedMachine(3, 1).truth(row -> 1 + row);
    RacingSearch search = machine.search(POLICY, 1);
    int outages = 0;
    while (search.verdict().isEmpty()) {
      MeasureRequest request = search.next().orElse(null);
      if (request != null && request.point().equals(SimulatedMachine.point(1))) {
        outages++;
        search.tell(
            request.number(),
            new MeasureResult.Failed(
                Outcome.Reason.INFRASTRUCTURE, "the worker was lost", Cost.NONE));
      } else if (request != null) {
        search.tell(request.number(), machine.measure(request));
      }
    }
    assertThat(outages).isEqualTo(3);
    assertThat(search.search().history().of(SimulatedMachine.point(1)).orElseThrow().outcome())
        .isInstanceOf(Outcome.Failed.class);
  }

  @Test
  void namesAPointThatWorksWhereTheIncumbentDoesNot() {
    Verdict verdict =
        new SimulatedMachine(5, 1).truth(row -> row == 0 ? Double.NaN : 1 + row).run();
    assertThat(verdict.standing()).isEqualTo(Standing.INCUMBENT_FAILED);
    assertThat(verdict.named()).isEqualTo(SimulatedMachine.point(1));
  }

  @Test
  void namesNothingWhereNothingWorks() {
    Verdict verdict = new SimulatedMachine(5, 1).truth(row -> Double.NaN).run();
    assertThat(verdict.standing()).isEqualTo(Standing.NOTHING_WORKS);
    assertThat(verdict.named()).isNull();
  }

  @Test
  void dropsAHopelessPointBeforeItRanEveryScenario() {
    SimulatedMachine machine =
        new SimulatedMachine(40, 2)
            .noise(0.005)
            .scenarioSpread(0.02)
            .truth(row -> row % 10 == 0 ? 1 + row * 0.0001 : 3);
    RacingSearch search = machine.search(POLICY, 6);
    Verdict verdict = machine.run(search, 1);
    long hopeless = machine.measured.stream().filter(r -> r.point().place(0) % 10 != 0).count();
    assertThat(hopeless / 36.0).as("requests for a hopeless point").isLessThan(4);
    assertThat(Objects.requireNonNull(verdict.named()).place(0) % 10).isZero();
  }

  @Test
  void looksPastAFirstRunThatIsAlwaysSlow() {
    SimulatedMachine machine =
        new SimulatedMachine(60, 2)
            .noise(0.005)
            .firstOff(0.3)
            .truth(row -> row == 40 ? 0.95 : 1 + 0.001 * row);
    assertThat(machine.run().named()).isEqualTo(SimulatedMachine.point(40));
  }

  @Test
  void takesNoNewPointsAfterItIsClosed() {
    SimulatedMachine machine = new SimulatedMachine(100, 2).truth(row -> 2 - 0.01 * row);
    RacingSearch search = machine.search(POLICY, 1);
    for (int i = 0; i < 20; i++) {
      MeasureRequest request = search.next().orElseThrow();
      search.tell(request.number(), machine.measure(request));
    }
    search.close();
    int visited = search.visited().size();
    machine.run(search, 1);
    assertThat(search.visited()).hasSize(visited);
  }

  @Test
  void refusesWhatWasNotAskedAndWhatIsNoSample() {
    RacingSearch search = new SimulatedMachine(3, 1).search(POLICY, 1);
    assertThatThrownBy(() -> search.tell(7, new MeasureResult.Sampled(List.of(1.0), Cost.NONE)))
        .hasMessageContaining("no request 7 is open");
    assertThatThrownBy(() -> new MeasureResult.Sampled(List.of(Double.NaN), Cost.NONE))
        .hasMessageContaining("positive and finite");
    assertThatThrownBy(() -> new MeasureResult.Sampled(List.of(), Cost.NONE))
        .hasMessageContaining("no samples");
  }
}
