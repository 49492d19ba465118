package dev.evolve.results;

import java.util.List;
import java.util.Set;

/**
 * Our own lines, <code>{"metric": "time", "value": 12.5, "unit": "ns"}</code>. A file is one
 * process; a metric that is given again is a further iteration. Lines that do not begin with a
 * brace are none of ours.
 */
final class MetricLinesReader implements ResultReader {

  static final String BENCHMARK = "bench";
  private static final Set<String> FIELDS = Set.of("metric", "value", "unit");

  @Override
  public ResultFile read(ResultSource source) {
    TurnBuilder turn = new TurnBuilder(source.name());
    List<String> lines = source.parts().getFirst().text().lines().toList();
    int others = 0;
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).strip();
      if (line.startsWith("{")) {
        line(JsonPlace.root(source.name(), "line " + (i + 1), line), turn);
      } else {
        others += line.isEmpty() ? 0 : 1;
      }
    }
    if (turn.isEmpty()) {
      throw new UnreadableResultException(source.name(), "", "wanted metric lines, found none");
    }
    return new ResultFile(
        source.name(),
        ResultFormat.METRIC_LINES,
        source.digest(),
        List.of(turn.build(source.name(), null)),
        others == 0 ? List.of() : List.of(others + " lines that are no metrics"));
  }

  private static void line(JsonPlace line, TurnBuilder turn) {
    if (!Set.copyOf(line.names()).equals(FIELDS)) {
      throw line.problem("wanted the fields metric, value and unit, found " + line.names());
    }
    ResultUnit unit = ResultUnit.of(line.field("unit").name());
    turn.add(
        line.path(),
        BENCHMARK,
        line.field("metric").name(),
        unit,
        0,
        line.field("value").number(unit));
  }
}
