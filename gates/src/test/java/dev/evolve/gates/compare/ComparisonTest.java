package dev.evolve.gates.compare;

import static dev.evolve.gates.compare.Runs.google;
import static dev.evolve.gates.compare.Runs.line;
import static dev.evolve.gates.compare.Runs.lines;
import static dev.evolve.gates.compare.Runs.times;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.evolve.results.ResultFile;
import dev.evolve.verdict.Verdict;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ComparisonTest {

  private static final CompareOptions ABBA = CompareOptions.standard().ordered("ABBA...");

  private static GateReport compare(
      CompareOptions options, List<ResultFile> baseline, List<ResultFile> candidate) {
    return new Comparison(options).of(baseline, candidate);
  }

  private static void assertInvalid(GateReport report, String name, String observed) {
    assertThat(report.verdict()).isEqualTo(Verdict.INVALID);
    assertThat(report.metrics()).isEmpty();
    assertThat(report.layout())
        .anySatisfy(
            problem -> {
              assertThat(problem.name()).isEqualTo(name);
              assertThat(problem.observed()).contains(observed);
              assertThat(problem.detail()).isNotEmpty();
            });
  }

  @Test
  void failsACandidateThatIsTenPercentSlower() {
    GateReport report = compare(ABBA, times("a", 12, 1e6, 1), times("b", 12, 1.1e6, 2));
    assertThat(report.verdict()).isEqualTo(Verdict.FAIL);
    ComparedMetric metric = report.metrics().getFirst();
    assertThat(metric.worse()).isBetween(0.08, 0.12);
    assertThat(metric.low()).isPositive();
    assertThat(report.summary()).contains("bench time by +");
    assertThat(report.claims()).anySatisfy(claim -> assertThat(claim).contains("as the caller"));
  }

  @Test
  void passesEqualBuildsAndFasterOnes() {
    assertThat(compare(ABBA, times("a", 12, 1e6, 1), times("b", 12, 1e6, 2)).verdict())
        .isEqualTo(Verdict.PASS);
    assertThat(compare(ABBA, times("a", 12, 1e6, 1), times("b", 12, 0.9e6, 2)).verdict())
        .isEqualTo(Verdict.PASS);
  }

  @Test
  void doesNotDecideWhatTheRunsDoNotDecideAndSaysHowManyWould() {
    GateReport report = compare(ABBA, times("a", 8, 1e6, 1), times("b", 8, 1.01e6, 2));
    assertThat(report.verdict()).isEqualTo(Verdict.INCONCLUSIVE);
    assertThat(report.metrics().getFirst().pairsNeeded()).isGreaterThan(8);
    assertThat(report.summary()).contains("pairs would decide");
  }

  @Test
  void turnsRatesRound() {
    List<ResultFile> baseline = rates("a", 100, 1);
    assertThat(compare(ABBA, baseline, rates("b", 90, 2)).verdict()).isEqualTo(Verdict.FAIL);
    assertThat(compare(ABBA, baseline, rates("b", 110, 2)).verdict()).isEqualTo(Verdict.PASS);
  }

  private static List<ResultFile> rates(String name, double rate, long seed) {
    return times(name, 12, 1 / rate, seed).stream()
        .map(
            file -> {
              double value = 1 / file.turns().getFirst().measurements().getFirst().value();
              return lines(file.name(), line("throughput", value, "items/s"));
            })
        .toList();
  }

  @Test
  void givesTheSameVerdictWhateverUnitAnArmIsIn() {
    List<ResultFile> slower = times("b", 12, 1.1e6, 2);
    GateReport plain = compare(ABBA, times("a", 12, 1e6, 1), slower);
    for (String unit : List.of("us", "ms", "s")) {
      double factor = unit.equals("us") ? 1e-3 : unit.equals("ms") ? 1e-6 : 1e-9;
      List<ResultFile> other =
          slower.stream()
              .map(
                  file ->
                      lines(
                          file.name(),
                          line(
                              "time",
                              file.turns().getFirst().measurements().getFirst().value() * factor,
                              unit)))
              .toList();
      GateReport report = compare(ABBA, times("a", 12, 1e6, 1), other);
      assertThat(report.verdict()).isEqualTo(plain.verdict());
      assertThat(report.metrics().getFirst().low())
          .isCloseTo(plain.metrics().getFirst().low(), within(1e-12));
    }
  }

  @Test
  void refusesUnitsOfDifferentKinds() {
    List<ResultFile> sizes =
        times("b", 12, 1e6, 2).stream()
            .map(f -> lines(f.name(), line("time", 1234.5678 + f.name().length(), "B")))
            .toList();
    assertInvalid(
        compare(ABBA, times("a", 12, 1e6, 1), sizes), "bench time", "units ns, LOWER and");
  }

  @ParameterizedTest
  @CsvSource({
    "AAAAAAAABBBBBBBB, AAAAAAAABBBBBBBB",
    "BBBBBBBBAAAAAAAA, BBBBBBBBAAAAAAAA",
    "AABBAABBAABBAABB, AABBAABBAABBAABB",
    "ABABABABABABABAB, ABABABABABABABAB",
    "BA..., BABABABABABABABA"
  })
  void refusesOrdersThatFavourAnArm(String order, String observed) {
    assertInvalid(
        compare(
            CompareOptions.standard().ordered(order), times("a", 8, 1e6, 1), times("b", 8, 1e6, 2)),
        "order",
        observed);
  }

  @ParameterizedTest
  @ValueSource(strings = {"ABBA", "ABBAABBAABBAABBB", "XYYX...", "..."})
  void refusesAnOrderThatDoesNotFitTheFiles(String order) {
    assertInvalid(
        compare(
            CompareOptions.standard().ordered(order), times("a", 8, 1e6, 1), times("b", 8, 1e6, 2)),
        "order",
        "order");
  }

  @Test
  void refusesFilesOfWhichTheOrderIsNotKnown() {
    assertInvalid(
        compare(CompareOptions.standard(), times("a", 8, 1e6, 1), times("b", 8, 1e6, 2)),
        "order",
        "do not say who ran when");
  }

  @Test
  void takesTheOrderFromNumbersInTheNames() {
    List<ResultFile> baseline = new ArrayList<>();
    List<ResultFile> candidate = new ArrayList<>();
    Random random = new Random(3);
    for (int i = 0; i < 16; i++) {
      boolean isBaseline = i % 4 == 0 || i % 4 == 3;
      String text = line("time", 1e6 * Math.exp(0.01 * random.nextGaussian()), "ns");
      (isBaseline ? baseline : candidate).add(lines("out/" + (100 + i) + "-run.jsonl", text));
    }
    GateReport report = compare(CompareOptions.standard(), baseline, candidate);
    assertThat(report.order()).isEqualTo("ABBAABBAABBAABBA");
    assertThat(report.claims()).anySatisfy(claim -> assertThat(claim).contains("numbers"));
  }

  @Test
  void refusesOneRunOfEachArmWhateverIterationsItHas() {
    StringBuilder many = new StringBuilder();
    StringBuilder others = new StringBuilder();
    for (int i = 0; i < 50; i++) {
      many.append(line("time", 1e6 + i, "ns"));
      others.append(line("time", 2e6 + i, "ns"));
    }
    assertInvalid(
        compare(
            CompareOptions.standard().ordered("AB"),
            List.of(lines("a", many.toString())),
            List.of(lines("b", others.toString()))),
        "runs",
        "1 of the baseline");
  }

  @Test
  void refusesFewerRunsThanTheConfidenceNeeds() {
    assertInvalid(
        compare(ABBA, times("a", 6, 1e6, 1), times("b", 6, 2e6, 2)), "runs", "6 of the baseline");
  }

  @Test
  void takesTheOrderFromTimeStamps() {
    GateReport report = googles("T10:%02d:00Z", "h", "h");
    assertThat(report.layout()).isEmpty();
    assertThat(report.order()).isEqualTo("ABBAABBAABBAABBA");
    assertThat(report.verdict()).isEqualTo(Verdict.PASS);
  }

  private static GateReport googles(String time, String host, String otherHost) {
    List<ResultFile> baseline = new ArrayList<>();
    List<ResultFile> candidate = new ArrayList<>();
    Random random = new Random(5);
    for (int i = 0; i < 16; i++) {
      boolean isBaseline = i % 4 == 0 || i % 4 == 3;
      String stamp = "2026-03-02" + time.formatted(i);
      double nanos = 1e6 * Math.exp(0.005 * random.nextGaussian());
      String name = "run " + (char) ('a' + i);
      (isBaseline ? baseline : candidate)
          .add(google(name, stamp, isBaseline ? host : otherHost, nanos));
    }
    return compare(CompareOptions.standard(), baseline, candidate);
  }

  @Test
  void refusesTimeStampsThatAreTheSame() {
    assertInvalid(googles("T10:00:00Z", "h", "h"), "order", "the same time stamp");
  }

  @Test
  void takesNumbersForWhatTimeStampsLeaveOpen() {
    List<ResultFile> baseline = new ArrayList<>();
    List<ResultFile> candidate = new ArrayList<>();
    for (int i = 0; i < 16; i++) {
      boolean isBaseline = i % 4 == 0 || i % 4 == 3;
      String stamp = "2026-03-02T10:00:%02dZ".formatted(i / 2);
      (isBaseline ? baseline : candidate)
          .add(google("%02d-run.json".formatted(i), stamp, "h", 1e6 + 1234.567 * ((i * 7) % 16)));
    }
    GateReport report = compare(CompareOptions.standard(), baseline, candidate);
    assertThat(report.layout()).isEmpty();
    assertThat(report.order()).isEqualTo("ABBAABBAABBAABBA");
    assertInvalid(
        compare(
            CompareOptions.standard(),
            baseline,
            candidate.stream()
                .map(
                    f ->
                        new ResultFile(
                            "9" + f.name(), f.format(), f.digest(), f.turns(), List.of()))
                .toList()),
        "order",
        "the same time stamp");
  }

  @Test
  void refusesRunsOfAnotherMachineAndNamesTheField() {
    assertInvalid(googles("T10:%02d:00Z", "h", "k"), "machine/host_name", "h and k");
  }

  @Test
  void refusesRunsOfAnotherSession() {
    assertInvalid(overNight(), "session", "f8 ran 24 hours after f7");
  }

  private static GateReport overNight() {
    List<ResultFile> baseline = new ArrayList<>();
    List<ResultFile> candidate = new ArrayList<>();
    Random random = new Random(5);
    for (int i = 0; i < 16; i++) {
      boolean isBaseline = i % 4 == 0 || i % 4 == 3;
      String day = i < 8 ? "2026-03-02" : "2026-03-03";
      double nanos = 1e6 * Math.exp(0.005 * random.nextGaussian());
      (isBaseline ? baseline : candidate)
          .add(google("f" + i, day + "T10:%02d:00Z".formatted(i), "h", nanos));
    }
    return compare(CompareOptions.standard(), baseline, candidate);
  }

  @Test
  void refusesAnOrderThatTheTimeStampsContradict() {
    List<ResultFile> baseline = new ArrayList<>();
    List<ResultFile> candidate = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      baseline.add(google("a" + i, "2026-03-02T10:0%d:00Z".formatted(i), "h", 1e6 + i));
      candidate.add(google("b" + i, "2026-03-02T11:0%d:00Z".formatted(i), "h", 1e6 - i));
    }
    assertInvalid(compare(ABBA, baseline, candidate), "order", "contradicts the time stamp");
  }

  @Test
  void refusesABenchmarkThatOneArmLacks() {
    List<ResultFile> baseline =
        times("a", 8, 1e6, 1).stream()
            .map(
                f ->
                    lines(
                        f.name(),
                        line("time", f.turns().getFirst().measurements().getFirst().value(), "ns")
                            + line("load", 7.0 + f.name().charAt(1), "ns")))
            .toList();
    assertInvalid(
        compare(ABBA, baseline, times("b", 8, 1e6, 2)),
        "bench load",
        "only in the runs of the baseline");
  }

  @ParameterizedTest
  @ValueSource(strings = {"NaN", "0", "-3", "Infinity", "-Infinity", "1e999"})
  void refusesValuesThatNoRatioCanBeTakenOf(String value) {
    List<ResultFile> candidate = new ArrayList<>(times("b", 8, 1e6, 2));
    candidate.set(3, lines("b3", "{\"metric\":\"time\",\"value\":" + value + ",\"unit\":\"ns\"}"));
    assertInvalid(compare(ABBA, times("a", 8, 1e6, 1), candidate), "bench time", "ns in b3");
  }

  @Test
  void refusesAFileGivenTwice() {
    List<ResultFile> candidate = new ArrayList<>(times("b", 8, 1e6, 2));
    candidate.set(7, candidate.getFirst());
    assertInvalid(compare(ABBA, times("a", 8, 1e6, 1), candidate), "duplicates", "b0");
  }

  @Test
  void refusesACopyWhoseRowsWerePermuted() {
    List<ResultFile> baseline = new ArrayList<>(times("a", 8, 1e6, 1));
    List<ResultFile> candidate = new ArrayList<>(times("b", 8, 1e6, 2));
    baseline.set(0, lines("a0", line("time", 1234567.5, "ns") + line("time", 1234599.25, "ns")));
    candidate.set(0, lines("b0", line("time", 1234599.25, "ns") + line("time", 1234567.5, "ns")));
    assertInvalid(compare(ABBA, baseline, candidate), "duplicates", "the very values of");
  }

  @Test
  void refusesTimesThatNeverVary() {
    List<ResultFile> baseline = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      baseline.add(lines("a" + i, "run " + i + "\n" + line("time", 12, "ms")));
    }
    assertInvalid(compare(ABBA, baseline, times("b", 8, 12e6, 2)), "bench time", "in every run");
  }

  @Test
  void comparesWhatIsCountedExactly() {
    assertThat(counted(5, 5).verdict()).isEqualTo(Verdict.PASS);
    assertThat(counted(0, 0).verdict()).isEqualTo(Verdict.PASS);
    assertThat(counted(5, 4).verdict()).isEqualTo(Verdict.PASS);
    assertThat(counted(5, 6).verdict()).isEqualTo(Verdict.FAIL);
    GateReport fromNothing = counted(0, 1);
    assertThat(fromNothing.verdict()).isEqualTo(Verdict.FAIL);
    assertThat(fromNothing.metrics().getFirst().worse()).isNull();
  }

  private static GateReport counted(int before, int after) {
    List<ResultFile> baseline = new ArrayList<>();
    List<ResultFile> candidate = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      baseline.add(go("a" + i, 1000 + 3 * i, before));
      candidate.add(go("b" + i, 1001 + 3 * i, after));
    }
    return compare(ABBA, baseline, candidate);
  }

  private static ResultFile go(String name, int nanos, int allocations) {
    return lines(
        name,
        "goos: linux\nBenchmarkA-8 100 %d ns/op %d allocs/op\n".formatted(nanos, allocations));
  }

  @Test
  void saysWhatItDoesNotJudgeAndJudgesItOnceToldWhichWayIsBetter() {
    List<ResultFile> baseline = gadgets("a", 3);
    List<ResultFile> candidate = gadgets("b", 6);
    GateReport untold = compare(ABBA, baseline, candidate);
    assertThat(untold.metrics()).hasSize(1);
    assertThat(untold.notes())
        .anySatisfy(note -> assertThat(note).contains("not judged: bench gadgets"));
    CompareOptions told =
        new CompareOptions(
            0.02,
            0.995,
            "ABBA...",
            false,
            Duration.ofHours(1),
            List.of(),
            List.of("gadgets"),
            List.of());
    assertThat(compare(told, baseline, candidate).verdict()).isEqualTo(Verdict.FAIL);
  }

  private static List<ResultFile> gadgets(String name, double count) {
    return times(name, 12, 1e6, name.charAt(0)).stream()
        .map(
            f -> {
              double time = f.turns().getFirst().measurements().getFirst().value();
              return lines(
                  f.name(), line("time", time, "ns") + line("gadgets", count * time, "gadgets"));
            })
        .toList();
  }

  @Test
  void refusesWhenAMetricThatWasAskedForIsNotThere() {
    CompareOptions asked =
        new CompareOptions(
            0.02,
            0.995,
            "ABBA...",
            false,
            Duration.ofHours(1),
            List.of("time", "energy"),
            List.of(),
            List.of());
    assertInvalid(
        compare(asked, times("a", 8, 1e6, 1), times("b", 8, 1e6, 2)), "metrics", "energy");
  }

  @Test
  void tellsOfTwoKindsOfRunsAndOfAnEffectOfTheOrder() {
    List<ResultFile> baseline = new ArrayList<>();
    List<ResultFile> candidate = new ArrayList<>();
    Random random = new Random(8);
    for (int i = 0; i < 24; i++) {
      double mode = i % 3 == 0 ? 1.3 : 1;
      boolean isBaselineFirst = i % 2 == 0;
      double first = 1e6 * mode * Math.exp(0.004 * random.nextGaussian());
      double second = 1.05e6 * mode * Math.exp(0.004 * random.nextGaussian());
      baseline.add(lines("a" + i, line("time", isBaselineFirst ? first : second, "ns")));
      candidate.add(lines("b" + i, line("time", 1.02 * (isBaselineFirst ? second : first), "ns")));
    }
    GateReport report = compare(ABBA, baseline, candidate);
    assertThat(report.verdict()).isNotEqualTo(Verdict.PASS);
    assertThat(report.notes())
        .anySatisfy(note -> assertThat(note).contains("the second run of a pair gives 1.05"))
        .anySatisfy(note -> assertThat(note).contains("two kinds of runs of the baseline, 33 %"));
  }

  @Test
  void raisesFewFalseAlarmsInASuiteOfThirtyEqualBenchmarks() {
    int alarms = 0;
    for (int suite = 0; suite < 20; suite++) {
      GateReport report = compare(ABBA, suite("a", 12, 1000 + suite), suite("b", 12, 5000 + suite));
      alarms += report.verdict() == Verdict.FAIL ? 1 : 0;
    }
    assertThat(alarms).isZero();
  }

  private static List<ResultFile> suite(String name, int runs, long seed) {
    Random random = new Random(seed);
    List<ResultFile> files = new ArrayList<>();
    for (int i = 0; i < runs; i++) {
      StringBuilder text = new StringBuilder();
      for (int b = 0; b < 30; b++) {
        text.append(line("m" + b, 1e6 * Math.exp(0.05 * random.nextGaussian()), "ns"));
      }
      files.add(lines(name + i, text.toString()));
    }
    return files;
  }
}
