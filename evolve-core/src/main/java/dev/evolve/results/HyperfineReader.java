package dev.evolve.results;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * hyperfine's JSON. A file is one turn, for hyperfine runs a command as often as it wants before
 * anything else; each run is a process. Times are in seconds.
 *
 * <p>Source: hyperfine's {@code --export-json}, versions 1.13 to 1.20.
 */
final class HyperfineReader implements ResultReader {

  private static final ResultUnit SECONDS = ResultUnit.of("s");
  private static final ResultUnit BYTES = ResultUnit.of("B").better(Direction.LOWER);

  @Override
  public ResultFile read(ResultSource source) {
    JsonPlace root = JsonPlace.root(source.name(), "", source.parts().getFirst().text());
    TurnBuilder turn = new TurnBuilder(source.name());
    Set<String> seen = new HashSet<>();
    for (JsonPlace row : root.field("results").some()) {
      String name = name(row);
      if (!seen.add(name)) {
        throw row.problem("\"" + name + "\" is in the file twice; name the commands with -n");
      }
      row(row, name, turn);
    }
    return new ResultFile(
        source.name(),
        ResultFormat.HYPERFINE,
        source.digest(),
        List.of(turn.build(source.name(), null)),
        List.of(
            "means, spreads, user and system times of hyperfine, which say less than its runs"));
  }

  private static String name(JsonPlace row) {
    StringBuilder name = new StringBuilder(row.field("command").name());
    if (row.has("parameters")) {
      JsonPlace parameters = row.field("parameters");
      for (String key : parameters.names()) {
        name.append(' ').append(key).append('=').append(parameters.field(key).fingerprint());
      }
    }
    return row.named(name.toString());
  }

  private static void row(JsonPlace row, String name, TurnBuilder turn) {
    List<JsonPlace> times = row.field("times").some();
    for (int i = 0; i < times.size(); i++) {
      turn.add(times.get(i).path(), name, "time", SECONDS, i, times.get(i).number(SECONDS));
    }
    if (row.has("memory_usage_byte")) {
      List<JsonPlace> sizes = same(row.field("memory_usage_byte"), times.size());
      for (int i = 0; i < sizes.size(); i++) {
        turn.add(sizes.get(i).path(), name, "memory", BYTES, i, sizes.get(i).number(BYTES));
      }
    }
    if (row.has("exit_codes")) {
      for (JsonPlace code : same(row.field("exit_codes"), times.size())) {
        if (!code.fingerprint().equals("0")) {
          turn.fail(name + ": " + code.path() + " is " + code.fingerprint() + ", wanted 0");
        }
      }
    }
  }

  private static List<JsonPlace> same(JsonPlace list, int size) {
    List<JsonPlace> all = list.each();
    if (all.size() != size) {
      throw list.problem("wanted one entry a run, " + size + ", found " + all.size());
    }
    return all;
  }
}
