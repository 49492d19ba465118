package dev.evolve.results;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * What {@code go test -bench} prints. Headers ({@code goos:}, {@code pkg:}) of a package that was
 * already there begin a new turn, so that the output of several invocations may be appended to one
 * file; lines of one benchmark within a turn ({@code -count}) are iterations. Units other than Go's
 * own may be declared by lines {@code Unit NAME better=higher}.
 *
 * <p>Source: the Go benchmark data format proposal (golang.org/design/14313-benchmark-format).
 */
final class GoBenchReader implements ResultReader {

  private static final Pattern HEADER = Pattern.compile("(goos|goarch|cpu|pkg|toolchain): (.*)");
  private static final Pattern RESULT = Pattern.compile("Benchmark\\S*\\s+\\d+\\s+\\S.*");
  private static final Pattern NAME_ALONE = Pattern.compile("Benchmark\\S*");
  private static final Pattern NUMBER =
      Pattern.compile("[+-]?(\\d{1,300}(\\.\\d{0,300})?|\\.\\d{1,300})([eE][+-]?\\d{1,3})?");

  @Override
  public ResultFile read(ResultSource source) {
    Reading reading = new Reading(source);
    List<String> lines = source.parts().getFirst().text().lines().toList();
    for (int i = 0; i < lines.size(); i++) {
      reading.line("line " + (i + 1), lines.get(i).strip());
    }
    return reading.result();
  }

  /** One reading of one file. */
  private static final class Reading {

    private final ResultSource source;
    private final List<Turn> turns = new ArrayList<>();
    private final Map<String, Direction> declared = new TreeMap<>();
    private final Set<String> packages = new HashSet<>();
    private TurnBuilder turn;
    private Map<String, String> headers = new TreeMap<>();
    private boolean isHeaderOpen;
    private String packageName = "";
    private int others;

    Reading(ResultSource source) {
      this.source = source;
      this.turn = new TurnBuilder(source.name());
    }

    void line(String place, String line) {
      var header = HEADER.matcher(line);
      if (header.matches()) {
        header(header.group(1), ResultText.shown(header.group(2), 200));
      } else if (line.startsWith("Unit ")) {
        unit(place, line);
      } else if (line.startsWith("--- FAIL") || line.equals("FAIL") || line.startsWith("FAIL\t")) {
        open();
        turn.fail(place + ": " + line);
      } else if (RESULT.matcher(line).matches()) {
        open();
        result(place, line.split("\\s+"));
      } else if (line.startsWith("Benchmark") && !NAME_ALONE.matcher(line).matches()) {
        throw new UnreadableResultException(
            source.name(),
            place,
            "wanted a name, iterations, values and units, found \""
                + ResultText.shown(line, 80)
                + "\"; a benchmark must not print into its own line");
      } else {
        boolean isExpected =
            line.isEmpty()
                || line.equals("PASS")
                || line.startsWith("ok ")
                || line.startsWith("ok\t");
        others += isExpected ? 0 : 1;
      }
    }

    /** Headers are gathered until the first result, for only then is known which package it is. */
    private void header(String name, String value) {
      if (name.equals("goos")) {
        headers = new TreeMap<>();
      }
      headers.put(name, value);
      isHeaderOpen = true;
    }

    /** Takes the headers; a package that was there already begins the next turn. */
    private void open() {
      if (!isHeaderOpen) {
        return;
      }
      isHeaderOpen = false;
      String name = headers.getOrDefault("pkg", "");
      if (packages.contains(name)) {
        next();
      }
      packages.add(name);
      packageName = name;
      headers.forEach(
          (key, value) -> {
            if (key.equals("toolchain")) {
              turn.software.put(key, value);
            } else if (!key.equals("pkg")) {
              turn.machine.put(key, value);
            }
          });
    }

    private void next() {
      if (!turn.isEmpty()) {
        turns.add(turn.build(source.name() + " (turn " + (turns.size() + 1) + ")", null));
      }
      turn = new TurnBuilder(source.name());
      packages.clear();
    }

    private void unit(String place, String line) {
      String[] words = line.split("\\s+");
      for (int i = 2; i < words.length; i++) {
        if (words[i].startsWith("better=")) {
          declared.put(words[1], better(place, words[i].substring("better=".length())));
        }
      }
    }

    private Direction better(String place, String word) {
      return switch (word) {
        case "lower" -> Direction.LOWER;
        case "higher" -> Direction.HIGHER;
        default ->
            throw new UnreadableResultException(
                source.name(),
                place,
                "wanted better=lower or better=higher, found " + ResultText.shown(word, 30));
      };
    }

    private void result(String place, String[] words) {
      if (words.length % 2 != 0) {
        throw new UnreadableResultException(
            source.name(), place, "wanted values with a unit each, found an odd number of words");
      }
      String name = packageName.isEmpty() ? words[0] : packageName + "." + words[0];
      String benchmark = ResultText.name(source.name(), place, name);
      for (int i = 2; i < words.length; i += 2) {
        String written = ResultText.name(source.name(), place, words[i + 1]);
        ResultUnit unit = unit(written);
        turn.add(place, benchmark, unit.name(), unit, 0, value(place, words[i], unit));
      }
    }

    private ResultUnit unit(String written) {
      ResultUnit unit = ResultUnit.of(written);
      Direction better = declared.get(written);
      return better == null ? unit : unit.better(better);
    }

    private double value(String place, String text, ResultUnit unit) {
      return switch (text) {
        case "NaN" -> Double.NaN;
        case "Inf", "+Inf" -> Double.POSITIVE_INFINITY;
        case "-Inf" -> Double.NEGATIVE_INFINITY;
        default -> {
          if (!NUMBER.matcher(text).matches()) {
            throw new UnreadableResultException(
                source.name(),
                place,
                "wanted a number, found \"" + ResultText.shown(text, 40) + "\"");
          }
          yield unit.normalise(new BigDecimal(text));
        }
      };
    }

    ResultFile result() {
      next();
      if (turns.isEmpty()) {
        throw new UnreadableResultException(
            source.name(), "", "wanted lines of benchmarks, found none");
      }
      return new ResultFile(
          source.name(),
          ResultFormat.GO_BENCH,
          source.digest(),
          turns,
          others == 0 ? List.of() : List.of(others + " lines that are no results"));
    }
  }
}
