package dev.evolve.app.bench.gates;

import dev.evolve.app.bench.gates.DegenerateCase.Values;
import dev.evolve.gates.compare.CompareOptions;
import dev.evolve.results.ResultReaders;
import dev.evolve.results.ResultSource;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The table of inputs of which none may pass. Each is a comparison that would pass, spoilt in one
 * way; {@link #whole()} is that comparison.
 */
final class DegenerateTable {

  private static final CompareOptions ABBA = CompareOptions.standard().ordered("ABBA...");
  private static final CompareOptions UNORDERED = CompareOptions.standard();
  private static final double NANOS = 1e6;
  private static final List<Integer> FIRSTS = List.of(0, 3, 4, 7, 8, 11, 12, 15, 16, 19, 20, 23);
  private static final List<Integer> SECONDS = List.of(1, 2, 5, 6, 9, 10, 13, 14, 17, 18, 21, 22);
  private static final String DAY = "2026-03-02";

  private final DegenerateArm base = DegenerateArm.of("base", DegenerateArm.RUNS, NANOS, 1);
  private final DegenerateArm head = DegenerateArm.of("head", DegenerateArm.RUNS, NANOS, 2);
  private final List<DegenerateCase> cases = new ArrayList<>();

  private DegenerateTable() {}

  /** The comparison that all others are spoilt from. */
  static DegenerateCase whole() {
    DegenerateTable table = new DegenerateTable();
    return new DegenerateCase("whole", table.base.lines(), table.head.lines(), ABBA, null);
  }

  /** The same as files with time stamps and a machine. */
  static DegenerateCase wholeWithTimeStamps() {
    DegenerateTable table = new DegenerateTable();
    return new DegenerateCase(
        "whole, with time stamps",
        table.base.google(DAY, FIRSTS, "h", ""),
        table.head.google(DAY, SECONDS, "h", ""),
        UNORDERED,
        null);
  }

  /** A candidate that is so much slower, in a unit of which {@code factor} make a nanosecond. */
  static DegenerateCase inUnit(double slower, double factor, String unit) {
    DegenerateTable table = new DegenerateTable();
    return new DegenerateCase(
        slower + " in " + unit,
        table.base.lines(),
        table.head.changed(value -> value * slower).lines(factor, unit),
        ABBA,
        null);
  }

  /** Everything that must not pass. */
  static List<DegenerateCase> cases() {
    DegenerateTable table = new DegenerateTable();
    table.values();
    table.absences();
    table.layouts();
    table.copies();
    table.units();
    table.failures();
    table.texts();
    return table.cases;
  }

  private void add(
      String name,
      List<ResultSource> baseline,
      List<ResultSource> candidate,
      @Nullable Values values) {
    cases.add(new DegenerateCase(name, baseline, candidate, ABBA, values));
  }

  private void spoilt(String name, DegenerateArm candidate) {
    add(name, base.lines(), candidate.lines(), new Values(base.values(), candidate.values(), true));
  }

  /** With one file of the candidate replaced. */
  private void text(String name, String text) {
    List<ResultSource> candidate = new ArrayList<>(head.lines());
    candidate.set(5, ResultSource.of("head f", text));
    cases.add(new DegenerateCase(name, base.lines(), candidate, ABBA, null));
  }

  private void values() {
    spoilt("one value NaN", head.with(5, Double.NaN));
    spoilt("all values NaN", head.changed(value -> Double.NaN));
    spoilt("one value infinite", head.with(5, Double.POSITIVE_INFINITY));
    spoilt("one value zero", head.with(5, 0));
    spoilt("all values zero", head.changed(value -> 0.0));
    spoilt("one value negative", head.with(5, -NANOS));
    spoilt("every run the same value", head.changed(value -> NANOS));
    DegenerateArm constant = base.changed(value -> NANOS);
    DegenerateArm other = head.changed(value -> NANOS);
    List<ResultSource> constants =
        constant.files(i -> i + "\n" + DegenerateArm.line("time", NANOS, "ns"));
    add(
        "both arms the same value in every run",
        constants,
        other.files(i -> "run " + i + "\n" + DegenerateArm.line("time", NANOS, "ns")),
        new Values(constant.values(), other.values(), true));
  }

  private void absences() {
    Values none = new Values(List.of(), List.of(), true);
    Values oneSided = new Values(base.values(), List.of(), true);
    add("no runs at all", List.of(), List.of(), none);
    add("no run of the candidate", base.lines(), List.of(), oneSided);
    add(
        "no run of the baseline",
        List.of(),
        head.lines(),
        new Values(List.of(), head.values(), true));
    add("files without content", base.lines(), head.files(run -> ""), oneSided);
    String more = DegenerateArm.line("other", NANOS, "ns");
    Values seen = new Values(base.values(), head.values(), false);
    add(
        "a benchmark that only the baseline has",
        base.files(i -> DegenerateArm.line("time", base.values().get(i), "ns") + more),
        head.lines(),
        seen);
    add(
        "a metric that one run lacks",
        base.files(i -> DegenerateArm.line("time", base.values().get(i), "ns") + noisy(i)),
        head.files(
            i ->
                DegenerateArm.line("time", head.values().get(i), "ns")
                    + (i == 7 ? "" : noisy(i + 40))),
        seen);
  }

  private static String noisy(int run) {
    return DegenerateArm.line("other", NANOS * (1 + 0.001 * ((run * 7) % 11)), "ns");
  }

  private void layouts() {
    Values seen = new Values(base.values(), head.values(), false);
    layout("order not known", UNORDERED, seen);
    layout(
        "all runs of one arm first",
        CompareOptions.standard().ordered("A".repeat(12) + "B".repeat(12)),
        seen);
    layout("the same arm always first", CompareOptions.standard().ordered("AB..."), seen);
    stamped("a baseline of another day", "2026-02-23", FIRSTS, "h", "", seen);
    stamped("a baseline of another machine", DAY, FIRSTS, "k", "", seen);
    stamped("a baseline with other threads", DAY, FIRSTS, "h", "\"threads\": 4,", seen);
    stamped("both arms at the same instants", DAY, SECONDS, "h", "", seen);
    DegenerateArm few = DegenerateArm.of("few", 4, NANOS, 3);
    add("four runs of each", few.lines(), DegenerateArm.of("new", 4, NANOS, 4).lines(), null);
    DegenerateArm one = DegenerateArm.of("one", 50, NANOS, 5);
    DegenerateArm two = DegenerateArm.of("two", 50, NANOS, 6);
    add(
        "one process of each, with fifty iterations",
        List.of(ResultSource.of("one", all(one))),
        List.of(ResultSource.of("two", all(two))),
        new Values(one.values(), two.values(), false));
  }

  private static String all(DegenerateArm arm) {
    StringBuilder text = new StringBuilder();
    arm.values().forEach(value -> text.append(DegenerateArm.line("time", value, "ns")));
    return text.toString();
  }

  private void layout(String name, CompareOptions options, Values seen) {
    cases.add(new DegenerateCase(name, base.lines(), head.lines(), options, seen));
  }

  private void stamped(
      String name, String day, List<Integer> places, String host, String extra, Values seen) {
    cases.add(
        new DegenerateCase(
            name,
            base.google(day, places, host, extra),
            head.google(DAY, SECONDS, "h", ""),
            UNORDERED,
            seen));
  }

  private void copies() {
    Values copied = new Values(base.values(), base.values(), true);
    add("the baseline's files as candidate", base.lines(), base.lines(), copied);
    add(
        "the baseline's values as candidate",
        base.lines(),
        base.files(i -> "copied\n" + DegenerateArm.line("time", base.values().get(i), "ns")),
        copied);
    List<Double> turned = base.values().reversed();
    add(
        "the baseline's values as candidate, permuted",
        base.lines(),
        base.files(i -> "copied\n" + DegenerateArm.line("time", turned.get(i), "ns")),
        new Values(base.values(), turned, true));
    List<ResultSource> doubled = new ArrayList<>(head.lines().subList(0, 6));
    doubled.addAll(head.lines().subList(0, 6));
    add("half of the files given twice", base.lines(), doubled, null);
  }

  private void units() {
    add("another kind of unit", base.lines(), head.lines(1, "B"), null);
    add("a unit that nobody knows", base.lines(), head.lines(1, "blinks"), null);
    text(
        "two kinds of unit in one file",
        DegenerateArm.line("time", NANOS, "ns") + DegenerateArm.line("time", NANOS, "B"));
    cases.add(
        new DegenerateCase(
            "a unit of time that the format does not have",
            base.google(DAY, FIRSTS, "h", ""),
            renamed(
                head.google(DAY, SECONDS, "h", ""),
                "\"time_unit\": \"ns\"",
                "\"time_unit\": \"n\""),
            UNORDERED,
            null));
  }

  private static List<ResultSource> renamed(List<ResultSource> files, String from, String to) {
    return files.stream()
        .map(file -> ResultSource.of(file.name(), file.parts().getFirst().text().replace(from, to)))
        .toList();
  }

  private void failures() {
    cases.add(
        new DegenerateCase(
            "a benchmark that ended with an error",
            base.google(DAY, FIRSTS, "h", ""),
            head.google(DAY, SECONDS, "h", "\"error_occurred\": true, \"error_message\": \"x\","),
            UNORDERED,
            null));
    add("a command that exited with 1", hyperfine(base, 0), hyperfine(head, 1), null);
    add("a Go benchmark that failed", go(base, ""), go(head, "--- FAIL: BenchmarkB\nFAIL\n"), null);
  }

  private static List<ResultSource> hyperfine(DegenerateArm arm, int exit) {
    return arm.files(
        i ->
            "{\"results\": [{\"command\": \"c\", \"times\": [%s], \"exit_codes\": [%d]}]}"
                .formatted(arm.values().get(i) / 1e9, exit));
  }

  private static List<ResultSource> go(DegenerateArm arm, String end) {
    return arm.files(
        i -> "goos: linux\nBenchmarkA-8 100 %s ns/op\n%s".formatted(plain(arm, i), end));
  }

  private static long plain(DegenerateArm arm, int run) {
    return Math.round(arm.values().get(run));
  }

  private void texts() {
    text("a value that is a text", "{\"metric\": \"time\", \"value\": \"12\", \"unit\": \"ns\"}");
    text(
        "a value that no machine can hold",
        DegenerateArm.line("time", 1, "ns").replace("1.0", "1e999"));
    text(
        "a value given twice",
        "{\"metric\": \"time\", \"value\": 1, \"value\": 2, \"unit\": \"ns\"}");
    text(
        "a field that nobody knows",
        "{\"metric\": \"time\", \"value\": 1, \"unit\": \"ns\", \"x\": 1}");
    text("a file that is cut off", "{\"metric\": \"time\", \"val");
    text("a file that is not text of results", "\u0000\u0001\u0002");
    text("JSON nested a hundred thousand deep", "[".repeat(100_000));
    text("a file larger than is read", " ".repeat(ResultReaders.LARGEST + 1));
    text("a list where an object is wanted", "{\"results\": {\"times\": [1]}}");
  }

  /** The numbers of a case as a rule takes them that does not look at them. */
  static double[] array(List<Double> values) {
    return values.stream().mapToDouble(v -> v).toArray();
  }
}
