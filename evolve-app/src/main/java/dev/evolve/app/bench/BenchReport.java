package dev.evolve.app.bench;

import dev.evolve.json.Json;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Prints results, keeps them as JSON, and makes the page of the docs from what was kept. */
public final class BenchReport {

  private static final String HEAD =
      """
      # What was measured of Evolve itself

      Made by `./evolve bench --report` from `target/bench/*.json`; never by hand. Run the command of a row to
      get its figure on your machine. Rows of a bench that was not run again stay as they are.

      | metric | value [spread] | goal | met | rival, same run | samples | command, commit, machine |
      |---|---|---|---|---|---|---|
      """;
  private static final Pattern COMMAND = Pattern.compile("`\\./evolve bench (\\S+?)[ `]");

  private final Path source;

  /**
   * @param source checkout of Evolve
   */
  public BenchReport(Path source) {
    this.source = source;
  }

  /** Prints and keeps the results of a bench; true if every goal is met. */
  public boolean publish(String bench, List<BenchResult> results, PrintStream out) {
    return publish(bench, results, List.of(), out);
  }

  /**
   * The same of some sections: what was kept of others stays, by metric and by command.
   *
   * @return true if every goal of the new results is met
   */
  public boolean publishPart(String bench, List<BenchResult> results, PrintStream out) {
    Set<String> measured =
        results.stream().map(BenchResult::metric).collect(Collectors.toUnmodifiableSet());
    Set<String> commands =
        results.stream().map(BenchResult::command).collect(Collectors.toUnmodifiableSet());
    List<BenchResult> kept =
        kept(bench).stream()
            .filter(result -> !measured.contains(result.metric()))
            .filter(result -> !commands.contains(result.command()))
            .toList();
    return publish(bench, results, kept, out);
  }

  private List<BenchResult> kept(String bench) {
    Path file = source.resolve("target").resolve("bench").resolve(bench + ".json");
    try {
      return Files.exists(file)
          ? List.of(Json.read(Files.readString(file), BenchResult[].class))
          : List.of();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private boolean publish(
      String bench, List<BenchResult> results, List<BenchResult> kept, PrintStream out) {
    List<BenchResult> all = Stream.concat(kept.stream(), results.stream()).toList();
    results.forEach(result -> out.println(line(result)));
    try {
      Path directory = Files.createDirectories(source.resolve("target").resolve("bench"));
      Files.writeString(
          directory.resolve(bench + ".json"),
          Json.mapper().writerWithDefaultPrettyPrinter().writeValueAsString(all) + "\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return results.stream().noneMatch(result -> Boolean.FALSE.equals(result.met()));
  }

  /** Makes docs/benchmarks.md; returns where it is. */
  public Path writeDocument() {
    Path page = source.resolve("docs").resolve("benchmarks.md");
    try {
      TreeMap<String, List<String>> rows = rowsOf(page);
      try (Stream<Path> files = Files.list(source.resolve("target").resolve("bench"))) {
        for (Path file : files.filter(f -> f.toString().endsWith(".json")).toList()) {
          BenchResult[] results = Json.read(Files.readString(file), BenchResult[].class);
          String bench = file.getFileName().toString().replace(".json", "");
          rows.put(bench, Stream.of(results).map(BenchReport::row).toList());
        }
      }
      String all = rows.values().stream().flatMap(List::stream).collect(Collectors.joining());
      return Files.writeString(page, HEAD + all);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The rows that the page has by bench: those of a bench that was not run here are kept. */
  private static TreeMap<String, List<String>> rowsOf(Path page) throws IOException {
    TreeMap<String, List<String>> rows = new TreeMap<>();
    if (!Files.exists(page)) {
      return rows;
    }
    for (String line : Files.readAllLines(page)) {
      Matcher command = COMMAND.matcher(line);
      if (line.startsWith("| ") && command.find()) {
        rows.computeIfAbsent(command.group(1), bench -> new ArrayList<>()).add(line + "\n");
      }
    }
    return rows;
  }

  private static String line(BenchResult result) {
    return String.format(
        Locale.ROOT,
        "%-64s %9.3f %s [%.3f, %.3f]  goal %s: %s%s",
        result.metric(),
        result.value(),
        result.unit(),
        result.low(),
        result.high(),
        result.goal(),
        met(result),
        rival(result).isEmpty() ? "" : "  rival " + rival(result));
  }

  private static String row(BenchResult result) {
    return String.format(
        Locale.ROOT,
        "| %s | %.3f %s [%.3f, %.3f] | %s | %s | %s | %d | `%s`, %s, %s |\n",
        result.metric(),
        result.value(),
        result.unit(),
        result.low(),
        result.high(),
        result.goal(),
        met(result),
        rival(result),
        result.samples(),
        result.command(),
        result.commit(),
        result.machine());
  }

  private static String met(BenchResult result) {
    return result.met() == null ? "–" : result.met() ? "yes" : "NO";
  }

  private static String rival(BenchResult result) {
    return result.rivalValue() == null
        ? ""
        : String.format(
            Locale.ROOT, "%s: %.3f %s", result.rival(), result.rivalValue(), result.unit());
  }
}
