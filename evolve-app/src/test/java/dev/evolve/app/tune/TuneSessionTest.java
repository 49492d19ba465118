package dev.evolve.app.tune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evolve.error.EvolveException;
import dev.evolve.measure.PowerReading;
import dev.evolve.search.Outcome;
import dev.evolve.search.Trial;
import dev.evolve.search.budget.StoppingRule;
import dev.evolve.search.explain.SearchReport;
import dev.evolve.search.format.KernelTunerCache;
import dev.evolve.search.format.T4Reader;
import dev.evolve.search.format.TuningCache;
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
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TuneSessionTest {

  private static final InstantSource CLOCK =
      InstantSource.fixed(Instant.parse("2026-11-30T10:00:00Z"));

  @TempDir Path directory;

  private final CompiledSpace space =
      CompiledSpace.of(
          SpaceDefinition.of(
              "toy",
              List.of(
                  new Parameter.Whole("x", 0, 5, 1),
                  new Parameter.Categorical("mode", List.of("it's", "b c"))),
              List.of("x != 3")));
  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

  private TuneRequest request(String command, @Nullable String build, boolean isMaximised) {
    return new TuneRequest(
        command,
        build,
        null,
        "ms",
        isMaximised,
        1,
        Duration.ofSeconds(20),
        Duration.ofSeconds(20),
        "random",
        7);
  }

  private String logged(String command) {
    return "echo run >> " + directory.resolve("log") + "; " + command;
  }

  private long paid() throws IOException {
    return Files.exists(directory.resolve("log"))
        ? Files.readAllLines(directory.resolve("log")).size()
        : 0;
  }

  private TuneJournal open(List<String> identity) {
    return TuneJournal.open(directory.resolve("journal.jsonl"), space, identity);
  }

  private TuneConclusion conclusion(TuneRequest request, Budget budget) throws Exception {
    try (TuneJournal journal = open(List.of("toy"))) {
      TuneSession session =
          new TuneSession(
              request,
              space,
              journal,
              () -> PowerReading.ABSENT,
              CLOCK,
              new PrintStream(printed, true, StandardCharsets.UTF_8));
      session.run(budget, Optional.empty());
      return session.conclusion();
    }
  }

  private List<TuneRecord> tune(TuneRequest request, int evaluations) throws Exception {
    return tune(request, evaluations, Optional.empty());
  }

  private List<TuneRecord> tune(TuneRequest request, int evaluations, Optional<Point> first)
      throws Exception {
    try (TuneJournal journal = open(List.of("toy"))) {
      TuneSession session =
          new TuneSession(
              request,
              space,
              journal,
              () -> PowerReading.ABSENT,
              CLOCK,
              new PrintStream(printed, true, StandardCharsets.UTF_8));
      session.run(new Budget(evaluations, Double.POSITIVE_INFINITY), first);
      return session.records();
    }
  }

  private TuneResults results(TuneRequest request, TuneConclusion conclusion) {
    return new TuneResults(request, space, "toy", "some machine", conclusion);
  }

  private static List<Trial> trials(List<TuneRecord> records) {
    return records.stream().map(TuneRecord::trial).toList();
  }

  @Test
  void measuresEveryConfigurationOnceAndLearnsFromFailures() throws Exception {
    String command = logged("test $x != 4 || { echo too big >&2; exit 3; }; echo $((x * x)).5 ms");

    List<TuneRecord> records = tune(request(command, null, false), 100);

    assertThat(records).hasSize(10);
    assertThat(paid()).isEqualTo(10);
    assertThat(trials(records).stream().map(Trial::point)).doesNotHaveDuplicates();
    for (Trial trial : trials(records)) {
      String x = space.values(trial.point()).get("x");
      Outcome wanted =
          "4".equals(x)
              ? new Outcome.Failed(Outcome.Reason.RUN, "exit code 3: too big")
              : new Outcome.Measured(
                  Integer.parseInt(String.valueOf(x)) * Integer.parseInt(String.valueOf(x)) + 0.5,
                  Double.NaN,
                  1);
      assertThat(trial.outcome()).isEqualTo(wanted);
    }
    assertThat(
            results(request("", null, false), TuneConclusion.NONE)
                .best(records)
                .orElseThrow()
                .outcome())
        .isEqualTo(new Outcome.Measured(0.5, Double.NaN, 1));
  }

  @Test
  void goesOnFromItsJournalWithoutPayingTwice() throws Exception {
    TuneRequest request = request(logged("echo $x"), null, false);
    List<TuneRecord> part = tune(request, 4);
    assertThat(paid()).isEqualTo(4);

    List<TuneRecord> whole = tune(request, 10);

    assertThat(whole.subList(0, 4)).isEqualTo(part);
    assertThat(whole).hasSize(10);
    assertThat(paid()).isEqualTo(10);
    Files.delete(directory.resolve("journal.jsonl"));
    assertThat(trials(tune(request, 10)).stream().map(Trial::point))
        .isEqualTo(trials(whole).stream().map(Trial::point).toList());
  }

  @Test
  void measuresWhatWasAskedForWhenAKillCutTheJournalOff() throws Exception {
    TuneRequest request = request(logged("echo $x"), null, false);
    List<TuneRecord> whole = tune(request, 5);
    Path file = directory.resolve("journal.jsonl");
    String text = Files.readString(file);
    int lastTold = text.lastIndexOf("{\"told\"");
    Files.writeString(file, text.substring(0, lastTold) + "{\"told\":{\"val");

    List<TuneRecord> again = tune(request, 5);

    assertThat(trials(again).stream().map(Trial::point))
        .isEqualTo(trials(whole).stream().map(Trial::point).toList());
    assertThat(paid()).isEqualTo(6);
  }

  @Test
  void refusesTheJournalOfAnotherTuningADamagedOneAndOneInUse() throws Exception {
    tune(request("echo $x", null, false), 2);

    assertThatThrownBy(() -> open(List.of("other")))
        .isInstanceOf(EvolveException.class)
        .hasMessageContaining("of another tuning: there 'toy', here 'other'");
    Files.writeString(directory.resolve("journal.jsonl"), "nonsense\n", StandardOpenOption.APPEND);
    assertThatThrownBy(() -> open(List.of("toy"))).hasMessageContaining("line 6");
  }

  @Test
  void measuresTheDefaultsFirst() throws Exception {
    Point defaults = Point.of(5, 1);

    List<TuneRecord> records = tune(request("echo $x", null, false), 3, Optional.of(defaults));

    assertThat(records.getFirst().trial().point()).isEqualTo(defaults);
    assertThat(records).hasSize(3);
    assertThat(tune(request("echo $x", null, false), 4, Optional.of(defaults))).hasSize(4);
  }

  @Test
  void givesUpWhenTheBudgetOfSecondsIsSpent() throws Exception {
    try (TuneJournal journal = open(List.of("toy"))) {
      TuneSession session =
          new TuneSession(
              request("echo 1", null, false),
              space,
              journal,
              () -> PowerReading.ABSENT,
              CLOCK,
              new PrintStream(printed));
      session.run(new Budget(100, 1e-9), Optional.empty());
      assertThat(session.records()).hasSize(1);
    }
  }

  @Test
  void stopsOnceMoreDoesNotPayAndSaysWhyAgainWithoutPaying() throws Exception {
    TuneRequest request = request(logged("echo $((x + 1))"), null, false);
    Budget budget = new Budget(100, 1e9, new StoppingRule(1, 1e9, 0, 5));
    TuneConclusion first = conclusion(request, budget);

    assertThat(paid()).isEqualTo(5);
    assertThat(first.stopped()).startsWith("stops after 5 evaluations").contains("and costs ");
    assertThat(printed.toString(StandardCharsets.UTF_8)).contains(first.stopped());
    assertThat(conclusion(request, budget)).isEqualTo(first);
    assertThat(paid()).isEqualTo(5);
    List<TuneRecord> records = tune(request, 5);
    results(request, first).write(directory, records);
    assertThat(Files.readString(directory.resolve("best.json"))).contains(first.stopped());
    assertThat(results(request, first).report(records).findings()).startsWith(first.stopped());
  }

  @Test
  void goesOnWhileItPays() throws Exception {
    TuneRequest request = request("echo $x", null, false);

    TuneConclusion conclusion =
        conclusion(request, new Budget(100, 1e9, new StoppingRule(1e9, 1e-9, 0, 1)));

    assertThat(conclusion.stopped()).isNull();
    assertThat(tune(request, 10)).hasSize(10);
  }

  @Test
  void makesMoreBetterWhereItIsAskedTo() throws Exception {
    List<TuneRecord> records = tune(request("echo $x", null, true), 100);

    Trial best = results(request("", null, false), TuneConclusion.NONE).best(records).orElseThrow();
    assertThat(space.values(best.point())).containsEntry("x", "5");
    assertThat(printed.toString(StandardCharsets.UTF_8)).contains("best 5.0000 ms");
  }

  @Test
  void buildsBeforeItRunsAndTellsTheTwoFailuresApart() throws Exception {
    List<TuneRecord> records =
        tune(
            request(
                "cat " + directory + "/built",
                "test $x -gt 1 && echo $x > " + directory + "/built",
                false),
            100);

    for (Trial trial : trials(records)) {
      int x = Integer.parseInt(String.valueOf(space.values(trial.point()).get("x")));
      assertThat(trial.outcome())
          .isEqualTo(
              x > 1
                  ? new Outcome.Measured(x, Double.NaN, 1)
                  : new Outcome.Failed(Outcome.Reason.BUILD, "build: exit code 1"));
      assertThat(trial.cost().buildSeconds()).isPositive();
    }
  }

  @Test
  void fillsValuesInSoThatTheShellTakesThemAsTheyAre() throws Exception {
    List<TuneRecord> records =
        tune(request("printf '%s\\n' \"[$mode]\" [{mode}] {x}", null, false), 100);

    assertThat(records).hasSize(10).noneMatch(r -> r.trial().outcome() instanceof Outcome.Failed);
  }

  @Test
  void writesFilesThatOtherTunersRead() throws Exception {
    TuneRequest request = request("test $x -lt 4 && echo $x.25", null, false);
    List<TuneRecord> records = tune(request, 100);

    List<Path> files = results(request, TuneConclusion.NONE).write(directory, records);

    assertThat(files).allMatch(Files::exists).hasSize(5);
    try (var cacheFile = Files.newBufferedReader(directory.resolve("cache.json"));
        var t4File = Files.newBufferedReader(directory.resolve("t4.json"))) {
      TuningCache cache = KernelTunerCache.read(cacheFile, "cache.json");
      assertThat(cache.device()).isEqualTo("some machine");
      assertThat(cache.entries()).hasSize(10);
      assertThat(T4Reader.read(t4File, "t4.json").entries().stream().map(TuningCache.Entry::result))
          .isEqualTo(cache.entries().stream().map(TuningCache.Entry::result).toList());
    }
    assertThat(Files.readString(directory.resolve("best.json"))).contains("\"x\" : \"0\"");
    SearchReport report = SearchReport.fromJson(Files.readString(directory.resolve("report.json")));
    assertThat(report.summary().evaluations()).isEqualTo(10);
    assertThat(report.summary().bestValues()).containsEntry("x", "0");
    assertThat(Files.readString(directory.resolve("report.html"))).contains("<svg", "</html>");
  }

  @Test
  void stopsWhenNothingRuns() {
    CompiledSpace large =
        CompiledSpace.of(
            SpaceDefinition.of("l", List.of(new Parameter.Whole("x", 0, 99, 1)), List.of()));
    try (TuneJournal journal =
        TuneJournal.open(directory.resolve("journal.jsonl"), large, List.of())) {
      TuneSession session =
          new TuneSession(
              request("exit 1", null, false),
              large,
              journal,
              () -> PowerReading.ABSENT,
              CLOCK,
              new PrintStream(printed));
      assertThatThrownBy(() -> session.run(new Budget(100, 1e9), Optional.empty()))
          .hasMessageContaining("the first 20 configurations all failed");
    }
  }
}
