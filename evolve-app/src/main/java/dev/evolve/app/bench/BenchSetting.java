package dev.evolve.app.bench;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Where and how thoroughly a benchmark runs.
 *
 * @param source checkout of Evolve
 * @param quick fewer samples, wider bands
 * @param commit commit of the checkout
 * @param machine the machine, for people
 * @param data directory of data sets; null for what the project ships
 * @param only texts of which one is in the title of each section to run; empty for all of them
 */
public record BenchSetting(
    Path source,
    boolean quick,
    String commit,
    String machine,
    @Nullable Path data,
    List<String> only) {

  public BenchSetting {
    only = List.copyOf(only);
  }

  /** Of all sections. */
  public BenchSetting(
      Path source, boolean quick, String commit, String machine, @Nullable Path data) {
    this(source, quick, commit, machine, data, List.of());
  }

  /** True if a section of this title is to run. */
  boolean wants(String title) {
    return only.isEmpty() || only.stream().anyMatch(title::contains);
  }

  /** Directory of data sets that takes the place of what the project ships. */
  public Optional<Path> dataDirectory() {
    return Optional.ofNullable(data);
  }

  /** A figure that somebody else's was measured beside, in the same run. */
  public BenchResult against(BenchResult figure, String rival, double rivalValue) {
    return new BenchResult(
        figure.metric(),
        figure.value(),
        figure.low(),
        figure.high(),
        figure.unit(),
        figure.goal(),
        figure.met(),
        rival,
        rivalValue,
        figure.samples(),
        figure.command(),
        figure.commit(),
        figure.machine());
  }

  /** A figure; {@code goal} is empty and {@code met} null where there is nothing to be held to. */
  public BenchResult result(
      String bench,
      String metric,
      double value,
      double low,
      double high,
      String unit,
      String goal,
      @Nullable Boolean met,
      int samples) {
    return new BenchResult(
        metric,
        value,
        low,
        high,
        unit,
        goal,
        met,
        "",
        null,
        samples,
        command(bench),
        commit,
        machine);
  }

  String command(String bench) {
    return "./evolve bench "
        + bench
        + (quick ? " --quick" : "")
        + only.stream().map(text -> " --only '" + text + "'").collect(Collectors.joining())
        + (data == null ? "" : " --data " + data.getFileName());
  }
}
