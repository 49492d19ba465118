package dev.evolve.app.tune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evolve.measure.PowerReading;
import dev.evolve.search.Outcome;
import dev.evolve.search.Trial;
import dev.evolve.search.budget.StoppingRule;
import dev.evolve.search.noise.Verdict.Standing;
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
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RaceSessionTest {

  private static final InstantSource CLOCK =
      InstantSource.fixed(Instant.parse("2026-11-30T10:00:00Z"));
  private static final Budget ALL = new Budget(100, Double.POSITIVE_INFINITY);

  /** Prints eight samples from 0.1 to 0.8 % above ten and x. */
  private static final String NOISY =
      "for k in 1 2 3 4 5 6 7 8; do echo \"{\\\"metric\\\": \\\"time\\\","
          + " \\\"value\\\": 1$x.0$k}\"; done";

  @TempDir Path directory;

  private final CompiledSpace space =
      CompiledSpace.of(
          SpaceDefinition.of("toy", List.of(new Parameter.Whole("x", 0, 3, 1)), List.of()));
  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

  private static TuneRequest request(String command, @Nullable String build, boolean isMaximised) {
    return new TuneRequest(
        command,
        build,
        null,
        "ms",
        isMaximised,
        0,
        Duration.ofSeconds(20),
        Duration.ofSeconds(20),
        "random",
        7);
  }

  /** What a race came to and what it measured. */
  private record Raced(TuneConclusion conclusion, List<TuneRecord> records) {
    TuneRecord of(long x) {
      return records.stream()
          .filter(record -> record.trial().point().equals(Point.of(x)))
          .findFirst()
          .orElseThrow();
    }
  }

  private Raced race(TuneRequest request, long start, Budget budget) throws Exception {
    try (RaceJournal journal =
        RaceJournal.open(journal(), space, List.of("toy"), request.isMaximised())) {
      RaceSession session =
          new RaceSession(
              request,
              space,
              journal,
              Point.of(start),
              () -> PowerReading.ABSENT,
              CLOCK,
              new PrintStream(printed, true, StandardCharsets.UTF_8));
      session.run(budget);
      return new Raced(session.conclusion(), session.records());
    }
  }

  private Path journal() {
    return directory.resolve("journal.jsonl");
  }

  private String logged(String command) {
    return "echo run >> " + directory.resolve("log") + "; " + command;
  }

  private int paid() throws IOException {
    Path log = directory.resolve("log");
    return Files.exists(log) ? Files.readAllLines(log).size() : 0;
  }

  private static long runs(String journal) {
    return journal.lines().filter(line -> line.startsWith("{\"ran\"")).count();
  }

  @Test
  void namesWhatItConfirmedOnFreshSamplesAndDropsTheHopelessEarly() throws Exception {
    Raced raced = race(request(NOISY, null, false), 2, ALL);

    assertThat(raced.conclusion().named()).isEqualTo(Point.of(0));
    assertThat(raced.conclusion().standing()).isEqualTo(Standing.IMPROVED.name());
    assertThat(raced.conclusion().verdict())
        .startsWith("x=0 is better than the start x=2 by 16.6")
        .contains("on fresh samples");
    assertThat(printed.toString(StandardCharsets.UTF_8)).contains(raced.conclusion().verdict());
    assertThat(raced.of(3).printed()).hasSizeLessThan(raced.of(0).printed().size());
    assertThat(Files.readString(journal())).contains("\"CONFIRM\"");
  }

  @Test
  void keepsTheStartWhereNoDifferenceIsShown() throws Exception {
    Raced raced = race(request(NOISY.replace("$x", "0"), null, false), 2, ALL);

    assertThat(raced.conclusion().named()).isEqualTo(Point.of(2));
    assertThat(raced.conclusion().standing()).isEqualTo(Standing.NO_DIFFERENCE_SHOWN.name());
    assertThat(raced.conclusion().verdict())
        .startsWith("no difference shown: ")
        .contains("the start x=2, which stays");
  }

  @Test
  void usesTheNamedConfigurationThoughAnotherMeanIsLower() throws Exception {
    TuneRequest request = request(NOISY.replace("$x", "0"), null, false);
    Raced raced = race(request, 2, ALL);

    Trial best =
        new TuneResults(request, space, "toy", "some machine", raced.conclusion())
            .best(raced.records())
            .orElseThrow();

    assertThat(best.point()).isEqualTo(Point.of(2));
  }

  @Test
  void paysForNoSampleTwiceWhenAKillCutARequestShort() throws Exception {
    TuneRequest request = request(logged(NOISY.replace(" 5 6 7 8", "")), null, false);
    Raced whole = race(request, 2, ALL);
    String text = Files.readString(journal());
    assertThat(runs(text)).isEqualTo(paid());
    List<String> lines = text.lines().toList();
    int cut = 2;
    while (!lines.get(cut).startsWith("{\"ran\"") || !lines.get(cut + 1).startsWith("{\"ran\"")) {
      cut++;
    }
    String kept = String.join("\n", lines.subList(0, cut + 1)) + "\n";
    Files.writeString(journal(), kept + lines.get(cut + 1).substring(0, 9));
    Files.delete(directory.resolve("log"));

    Raced again = race(request, 2, ALL);

    assertThat(paid()).isEqualTo(runs(Files.readString(journal())) - runs(kept));
    assertThat(again.conclusion().named()).isEqualTo(whole.conclusion().named());
    assertThat(Files.readString(journal())).startsWith(kept);
  }

  @Test
  void paysNothingForAVerdictThatTheJournalHas() throws Exception {
    TuneRequest request = request(logged(NOISY), null, false);
    Raced whole = race(request, 1, new Budget(3, 1e9));
    int paid = paid();

    assertThat(race(request, 1, new Budget(3, 1e9))).isEqualTo(whole);
    assertThat(paid()).isEqualTo(paid);
    assertThat(whole.records()).hasSize(3);
    assertThat(whole.conclusion().stopped()).isEqualTo("3 were looked at");
  }

  @Test
  void makesMoreBetterWhereItIsAskedTo() throws Exception {
    Raced raced = race(request(NOISY, null, true), 0, ALL);

    assertThat(raced.conclusion().named()).isEqualTo(Point.of(3));
    assertThat(raced.conclusion().verdict()).startsWith("x=3 is better than the start x=0 by 29.8");
    assertThat(raced.of(3).trial().outcome())
        .isInstanceOfSatisfying(
            Outcome.Measured.class, best -> assertThat(best.value()).isBetween(-13.05, -13.04));
  }

  @Test
  void looksAtNothingNewOnceItsShareOfTheSecondsIsSpent() throws Exception {
    Raced raced = race(request(NOISY, null, false), 1, new Budget(100, 1e-9));

    assertThat(raced.records()).hasSize(1);
    assertThat(raced.conclusion().named()).isEqualTo(Point.of(1));
    assertThat(raced.conclusion().stopped()).contains("kept to confirm the best");
  }

  @Test
  void stopsOnceMoreDoesNotPay() throws Exception {
    Raced raced =
        race(request(NOISY, null, false), 1, new Budget(100, 1e9, new StoppingRule(1, 1e9, 0, 2)));

    assertThat(raced.records()).hasSize(2);
    assertThat(raced.conclusion().stopped()).startsWith("stops after 2 evaluations");
    assertThat(raced.conclusion().verdict()).isNotNull();
  }

  @Test
  void buildsAgainWhenItComesBackToAConfiguration() throws Exception {
    Path built = directory.resolve("built");
    TuneRequest request =
        request("x=$(cat " + built + "); " + NOISY, logged("echo $x > " + built), false);
    Raced raced = race(request, 2, ALL);

    assertThat(paid()).isGreaterThan(4);
    for (int x = 0; x < 4; x++) {
      double least = 10 + x;
      assertThat(raced.of(x).printed()).allMatch(value -> value > least && value < least + 0.1);
      assertThat(raced.of(x).trial().cost().buildSeconds()).isPositive();
    }
  }

  @Test
  void saysThatRatiosNeedValuesAboveZero() throws Exception {
    Raced raced = race(request("test $x = 1 && echo 0 || echo 1$x", null, false), 2, ALL);

    assertThat(raced.of(1).trial().outcome())
        .isInstanceOfSatisfying(
            Outcome.Failed.class,
            failed -> assertThat(failed.message()).contains("it printed 0.0", "values above 0"));
    assertThat(raced.of(1).printed()).isEmpty();
    assertThat(raced.conclusion().named()).isEqualTo(Point.of(0));
  }

  @Test
  void namesWhatWorksWhereTheStartDoesNot() throws Exception {
    Raced raced = race(request("test $x != 2 && " + NOISY, null, false), 2, ALL);

    assertThat(raced.conclusion().standing()).isEqualTo(Standing.INCUMBENT_FAILED.name());
    assertThat(raced.conclusion().verdict()).startsWith("x=0 works and the start x=2 does not");
  }

  @Test
  void refusesAJournalThatIsNoRaceOrOfAnotherTuning() throws Exception {
    race(request(NOISY, null, false), 2, ALL);

    assertThatThrownBy(() -> RaceJournal.open(journal(), space, List.of("other"), false))
        .hasMessageContaining("of another tuning: there 'toy', here 'other'");
    Files.writeString(
        journal(),
        Files.readString(journal())
            + "{\"ran\":{\"request\":999,"
            + "\"printed\":[1.0],\"buildSeconds\":0.0,\"runSeconds\":0.0,\"at\":\"\"}}\n");
    assertThatThrownBy(() -> RaceJournal.open(journal(), space, List.of("toy"), false))
        .hasMessageContaining("no request 999 is open");
  }
}
