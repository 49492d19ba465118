package dev.evolve.app.views;

import dev.evolve.measure.BenchRun;
import dev.evolve.measure.Evaluation;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Every number that was measured on a proposal.
 *
 * @param rows in the order they were measured
 */
public record SampleTable(List<Row> rows) {

  /**
   * One number of one process.
   *
   * @param phase what it was measured for
   * @param scenario the scenario
   * @param arm the arm
   * @param round the round
   * @param position place in the round
   * @param seed seed of the inputs
   * @param metric the metric
   * @param value the number
   * @param unit its unit
   */
  public record Row(
      String phase,
      String scenario,
      String arm,
      int round,
      int position,
      long seed,
      String metric,
      double value,
      String unit) {}

  /** The samples of a proposal. */
  public static SampleTable of(ProposalDetail detail) {
    List<Row> rows = new ArrayList<>();
    add(detail.screening(), rows);
    add(detail.confirmation(), rows);
    return new SampleTable(List.copyOf(rows));
  }

  private static void add(@Nullable Evaluation evaluation, List<Row> rows) {
    if (evaluation == null) {
      return;
    }
    for (BenchRun run : evaluation.runs()) {
      run.metrics()
          .forEach(
              (metric, value) ->
                  rows.add(
                      new Row(
                          lower(evaluation.phase()),
                          run.scenario(),
                          lower(run.arm()),
                          run.round(),
                          run.position(),
                          run.seed(),
                          metric,
                          value.value(),
                          value.unit())));
    }
  }

  /** The table as CSV with a header line. */
  public String toCsv() {
    StringBuilder csv =
        new StringBuilder("phase,scenario,arm,round,position,seed,metric,value,unit\n");
    for (Row row : rows) {
      csv.append(
          String.format(
              Locale.ROOT,
              "%s,%s,%s,%d,%d,%d,%s,%s,%s%n",
              row.phase(),
              quoted(row.scenario()),
              row.arm(),
              row.round(),
              row.position(),
              row.seed(),
              quoted(row.metric()),
              row.value(),
              quoted(row.unit())));
    }
    return csv.toString();
  }

  /** Quoted where needed; never begins with what a spreadsheet takes for a formula. */
  private static String quoted(String text) {
    String safe = text.matches("^[=+@-].*") ? "'" + text : text;
    return safe.matches(".*[,\"\n].*") ? '"' + safe.replace("\"", "\"\"") + '"' : safe;
  }

  private static String lower(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }
}
