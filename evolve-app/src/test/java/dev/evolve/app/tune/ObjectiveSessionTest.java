package dev.evolve.app.tune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.evolve.error.EvolveException;
import dev.evolve.measure.PowerReading;
import dev.evolve.measure.PowerSource;
import dev.evolve.search.Outcome;
import dev.evolve.search.explain.SearchReport;
import dev.evolve.search.explain.TradeOffs;
import dev.evolve.search.objective.Limit;
import dev.evolve.search.objective.Metric;
import dev.evolve.search.objective.Preferences;
import dev.evolve.search.space.CompiledSpace;
import dev.evolve.search.space.Parameter;
import dev.evolve.search.space.Point;
import dev.evolve.search.space.SpaceDefinition;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tunings of several metrics. */
class ObjectiveSessionTest {

  private static final InstantSource CLOCK =
      InstantSource.fixed(Instant.parse("2026-11-30T10:00:00Z"));

  /** The time falls with x, the memory grows. */
  private static final String BOTH = "echo time: $((60 / x)); echo \"{\\\"memory\\\": 1$x}\"";

  private static final Point START = Point.of(0);

  @TempDir Path directory;

  private final CompiledSpace space =
      CompiledSpace.of(
          SpaceDefinition.of("toy", List.of(new Parameter.Whole("x", 1, 6, 1)), List.of()));
  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
  private PowerSource power = () -> PowerReading.ABSENT;

  private static Preferences wanted(Limit... limits) {
    return new Preferences(
        List.of(Metric.smaller("time", "ms"), Metric.smaller("memory", "MB")),
        Map.of("time", 1.0, "memory", 1.0),
        List.of(limits));
  }

  private static TuneRequest request(String command, int repeats, Preferences wanted) {
    return new TuneRequest(
            command,
            null,
            null,
            "ms",
            false,
            repeats,
            Duration.ofSeconds(20),
            Duration.ofSeconds(20),
            "random",
            7)
        .wanting(wanted);
  }

  private List<TuneRecord> tune(TuneRequest request, int evaluations) throws Exception {
    try (TuneJournal journal =
        TuneJournal.open(directory.resolve("journal.jsonl"), space, List.of("toy"))) {
      TuneSession session =
          new TuneSession(
              request,
              space,
              journal,
              power,
              CLOCK,
              new PrintStream(printed, true, StandardCharsets.UTF_8));
      session.run(new Budget(evaluations, Double.POSITIVE_INFINITY), Optional.of(START));
      return session.records();
    }
  }

  private static double value(List<TuneRecord> records, int x) {
    Outcome outcome =
        records.stream()
            .filter(record -> record.trial().point().equals(Point.of(x - 1)))
            .findFirst()
            .orElseThrow()
            .trial()
            .outcome();
    return outcome instanceof Outcome.Measured measured ? measured.value() : Double.NaN;
  }

  @Test
  void tellsTheSearchHowMuchBetterThanTheStartAConfigurationIs() throws Exception {
    List<TuneRecord> records = tune(request(BOTH, 1, wanted()), 100);

    assertThat(records).hasSize(6);
    assertThat(value(records, 1)).isEqualTo(1);
    assertThat(value(records, 3)).isCloseTo(Math.sqrt(20 / 60.0 * 13 / 11), within(1e-12));
    assertThat(records.getFirst().runs()).containsExactly(Map.of("time", 60.0, "memory", 11.0));
    assertThat(printed.toString(StandardCharsets.UTF_8)).contains("(time 20.000, memory 13.000)");
  }

  @Test
  void rejectsWhatBreaksAHardLimitAndSaysWhichOne() throws Exception {
    TuneRequest request =
        request(BOTH, 1, wanted(Limit.hard("memory", 14), Limit.soft("memory", 12, 2)));
    List<TuneRecord> records = tune(request, 100);

    assertThat(records.stream().map(record -> record.trial().outcome()))
        .contains(
            new Outcome.Failed(Outcome.Reason.LIMIT, "memory is 15.0 MB, above the limit of 14.0"));
    TuneResults results =
        new TuneResults(request, space, "toy", "some machine", TuneConclusion.NONE);
    results.write(directory, records);
    SearchReport report = SearchReport.fromJson(Files.readString(directory.resolve("report.json")));
    TradeOffs found = Objects.requireNonNull(report.tradeOffs());
    assertThat(found.limits())
        .containsExactly(
            new TradeOffs.Refusal("memory <= 14", true, 2, 6),
            new TradeOffs.Refusal("memory <= 12", false, 4, 6));
    assertThat(found.front()).hasSize(4);
    assertThat(Files.readString(directory.resolve("report.html")))
        .contains(
            "Hard limit memory &lt;= 14: 2 of 6", "The front: what none beats", "on the front");
    assertThat(Files.readString(directory.resolve("best.json")))
        .contains("\"why\" : \"score ", "\"front\"", "\"memory\" : 14.0");
    assertThat(Files.readString(directory.resolve("cache.json"))).contains("\"memory\"");
  }

  @Test
  void goesOnAgainstTheSameStartWithoutPayingTwice() throws Exception {
    String command = "echo run >> " + directory.resolve("log") + "; " + BOTH;
    List<TuneRecord> part = tune(request(command, 2, wanted()), 2);

    List<TuneRecord> whole = tune(request(command, 2, wanted()), 6);

    assertThat(whole.subList(0, 2)).isEqualTo(part);
    assertThat(value(whole, 6)).isCloseTo(Math.sqrt(10 / 60.0 * 16 / 11), within(1e-12));
    assertThat(Files.readAllLines(directory.resolve("log"))).hasSize(12);
  }

  @Test
  void knowsTheErrorOfRepeatedRuns() throws Exception {
    String counter = directory.resolve("n").toString();
    String command =
        "echo >> " + counter + "; n=$(wc -l < " + counter + "); echo memory=1, time=$n";
    List<TuneRecord> records = tune(request(command, 2, wanted()), 1);

    // Factors of the two runs: the roots of 1 / 1.5 and 2 / 1.5.
    double error = Math.abs(Math.log(2) / 2) / 2;
    assertThat(records.getFirst().trial().outcome())
        .isInstanceOfSatisfying(
            Outcome.Measured.class,
            measured -> {
              assertThat(measured.value()).isEqualTo(1);
              assertThat(measured.standardError()).isCloseTo(error, within(1e-12));
              assertThat(measured.samples()).isEqualTo(2);
            });
  }

  @Test
  void readsEnergyFromTheMachineWhereTheCommandPrintsNone() throws Exception {
    Preferences frugal =
        new Preferences(
            List.of(Metric.smaller("energy_j", "J")), Map.of("energy_j", 1.0), List.of());
    assertThatThrownBy(() -> tune(request("echo 1", 1, frugal), 1))
        .hasMessageContaining("no energy counter of this machine can be read");
    Files.delete(directory.resolve("journal.jsonl"));
    AtomicLong joules = new AtomicLong();
    power =
        () ->
            new PowerReading(
                List.of(
                    new PowerReading.EnergyCounter(
                        "package-0", 1_000_000 * joules.getAndAdd(4), Long.MAX_VALUE)),
                List.of());

    List<TuneRecord> records = tune(request("echo 1", 1, frugal), 1);

    assertThat(records.getFirst().runs()).containsExactly(Map.of("energy_j", 4.0));
  }

  @Test
  void saysWhichMetricWasNotPrintedAndWhatWas() throws Exception {
    List<TuneRecord> records =
        tune(request("echo time=1 other=2; test $x = 3 || echo memory=1", 1, wanted()), 100);

    assertThat(records.stream().map(record -> record.trial().outcome()))
        .contains(
            new Outcome.Failed(Outcome.Reason.RUN, "it printed no memory; found time, other"));
  }

  @Test
  void stopsWhereTheStartGivesNothingToHoldOthersAgainst() throws IOException {
    assertThatThrownBy(() -> tune(request("echo time=1", 1, wanted()), 100))
        .isInstanceOf(EvolveException.class)
        .hasMessageContaining("the start gave no values to hold others against")
        .hasMessageContaining("it printed no memory; found time");
    assertThatThrownBy(() -> tune(request("echo time=1 memory=2", 1, wanted()), 100))
        .as("on taking it up again")
        .hasMessageContaining("give another --start, and use --fresh");
    Files.delete(directory.resolve("journal.jsonl"));
    assertThatThrownBy(() -> tune(request("echo time=0 memory=2", 1, wanted()), 100))
        .hasMessageContaining("wanted a baseline of time")
        .hasMessageContaining("step=");
  }

  private RaceSession race(TuneRequest request, RaceJournal journal) {
    return new RaceSession(
        request,
        space,
        journal,
        START,
        power,
        CLOCK,
        new PrintStream(printed, true, StandardCharsets.UTF_8));
  }

  private RaceJournal raceJournal() {
    return RaceJournal.open(directory.resolve("race.jsonl"), space, List.of("toy"), false);
  }

  @Test
  void racesConfigurationsByTheirScoresAndTakesARaceUpAgain() throws Exception {
    String log = directory.resolve("log").toString();
    String noisy =
        "echo >> "
            + log
            + "; n=$(($(wc -l < "
            + log
            + ") % 10)); "
            + "echo time: $((60 / x)).$n, memory: 1$x.$n";
    TuneRequest request = request(noisy, 0, wanted(Limit.hard("memory", 15.85)));
    List<TuneRecord> whole;
    TuneConclusion conclusion;
    try (RaceJournal journal = raceJournal()) {
      RaceSession session = race(request, journal);
      session.run(new Budget(100, Double.POSITIVE_INFINITY));
      whole = session.records();
      conclusion = session.conclusion();
    }
    int paid = Files.readAllLines(Path.of(log)).size();

    assertThat(conclusion.named()).isEqualTo(Point.of(3));
    assertThat(conclusion.verdict()).startsWith("x=4 is better than the start x=1 by ");
    assertThat(value(whole, 1)).as("against the mean of its own runs").isEqualTo(1);
    assertThat(value(whole, 4)).isCloseTo(Math.sqrt(15 / 60.0 * 14 / 11), within(0.02));
    TradeOffs found =
        Weighing.tradeOffs(wanted(Limit.hard("memory", 15.85)), space, whole).orElseThrow();
    assertThat(found.limits())
        .as("x=6, and x=5 by one run of many")
        .containsExactly(new TradeOffs.Refusal("memory <= 15.85", true, 2, 6));
    assertThat(whole.stream().map(record -> record.trial().outcome()))
        .anySatisfy(
            outcome ->
                assertThat(outcome)
                    .isInstanceOfSatisfying(
                        Outcome.Failed.class,
                        failed -> assertThat(failed.reason()).isEqualTo(Outcome.Reason.LIMIT)));
    try (RaceJournal journal = raceJournal()) {
      RaceSession again = race(request, journal);
      again.run(new Budget(100, Double.POSITIVE_INFINITY));
      assertThat(again.records()).isEqualTo(whole);
      assertThat(again.conclusion()).isEqualTo(conclusion);
    }
    assertThat(Files.readAllLines(Path.of(log))).hasSize(paid);
  }

  @Test
  void racesAgainstNoStartThatGivesNothing() {
    TuneRequest request = request("echo time=1", 0, wanted());
    try (RaceJournal journal = raceJournal()) {
      assertThatThrownBy(() -> race(request, journal).run(new Budget(100, 1e9)))
          .hasMessageContaining("the start gave no values to hold others against")
          .hasMessageContaining("it printed no memory");
      assertThatThrownBy(() -> race(request, journal))
          .as("on taking it up again")
          .hasMessageContaining("it printed no memory");
    }
  }
}
