package dev.evolve.results;

import java.util.ArrayList;
import java.util.List;

/**
 * The messages of cargo-criterion, one JSON object a line. A file is one process.
 *
 * <p>Source: Criterion.rs's book, "External tools": the message {@code benchmark-complete}.
 */
final class CargoCriterionReader implements ResultReader {

  @Override
  public ResultFile read(ResultSource source) {
    TurnBuilder turn = new TurnBuilder(source.name());
    List<String> lines = source.parts().getFirst().text().lines().toList();
    int others = 0;
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).strip();
      if (!line.startsWith("{")) {
        others += line.isEmpty() ? 0 : 1;
        continue;
      }
      JsonPlace message = JsonPlace.root(source.name(), "line " + (i + 1), line);
      if (message.field("reason").text().equals("benchmark-complete")) {
        benchmark(message, turn);
      } else {
        others++;
      }
    }
    if (turn.isEmpty()) {
      throw new UnreadableResultException(
          source.name(), "", "wanted messages benchmark-complete, found none");
    }
    List<String> notes = new ArrayList<>();
    if (others > 0) {
      notes.add(others + " lines that are no message of a benchmark");
    }
    return new ResultFile(
        source.name(),
        ResultFormat.CARGO_CRITERION,
        source.digest(),
        List.of(turn.build(source.name(), null)),
        notes);
  }

  private static void benchmark(JsonPlace message, TurnBuilder turn) {
    String name = message.field("id").name();
    if (turn.has(name)) {
      throw message.problem(name + " is in the file twice");
    }
    CriterionReader.values(
        message.field("iteration_count"),
        message.field("measured_values"),
        message.field("unit").unit(),
        name,
        turn);
  }
}
