package dev.evolve.app.bench;

import java.nio.file.Path;

/**
 * Where and how thoroughly a benchmark runs.
 *
 * @param source checkout of Evolve
 * @param quick fewer samples, wider bands
 * @param commit commit of the checkout
 * @param machine the machine, for people
 */
public record BenchSetting(Path source, boolean quick, String commit, String machine) {

  BenchResult result(
      String bench,
      String metric,
      double value,
      double low,
      double high,
      String unit,
      String goal,
      boolean met,
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
    return "./evolve bench " + bench + (quick ? " --quick" : "");
  }
}
