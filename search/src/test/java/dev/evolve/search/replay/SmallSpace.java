package dev.evolve.search.replay;

import dev.evolve.search.format.Literal;
import dev.evolve.search.format.TuningCache;
import dev.evolve.search.format.TuningCache.Entry;
import dev.evolve.search.format.TuningCache.Result;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;

/** A made-up measured space of {@code 20 x 10} configurations, of which every seventh fails. */
final class SmallSpace {

  private SmallSpace() {}

  static MeasuredSpace make() {
    LinkedHashMap<String, List<Literal>> parameters = new LinkedHashMap<>();
    parameters.put("x", LongStream.range(0, 20).mapToObj(Literal::of).toList());
    parameters.put("y", LongStream.range(0, 10).mapToObj(Literal::of).toList());
    List<Entry> entries = new ArrayList<>();
    for (int x = 0; x < 20; x++) {
      for (int y = 0; y < 10; y++) {
        entries.add(entry(x, y));
      }
    }
    return MeasuredSpace.of(
        "small", new TuningCache("", "", List.of(), "time", parameters, entries, false));
  }

  private static Entry entry(int x, int y) {
    boolean fails = (x * 10 + y) % 7 == 3;
    double time = 1 + (x - 12) * (x - 12) + 0.5 * (y - 4) * (y - 4);
    Result result =
        fails
            ? new Result.Error("CompilationFailedConfig")
            : new Result.Timed(time, List.of(time - 0.25, time + 0.25));
    return new Entry(
        List.of(Literal.of(x), Literal.of(y)),
        result,
        500,
        100,
        fails ? 0 : 400 + y,
        0,
        0,
        "",
        Map.of());
  }
}
