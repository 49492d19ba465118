package dev.evolve.search.format;

import dev.evolve.search.format.TuningCache.Entry;
import dev.evolve.search.format.TuningCache.Result;
import java.io.Writer;
import java.util.List;

/** Writes T4 result files of version 1.0.0, times in milliseconds. */
public final class T4Writer {

  private final JsonText json;

  private T4Writer(JsonText json) {
    this.json = json;
  }

  /**
   * Writes what was measured.
   *
   * @param out takes the text; flushed, not closed
   */
  public static void write(TuningCache cache, Writer out) {
    JsonText json = new JsonText(out);
    new T4Writer(json).write(cache);
    json.flush();
  }

  private void write(TuningCache cache) {
    json.raw("{\n").field("metadata").raw("{\"timeunit\": \"milliseconds\"},\n");
    json.field("schema_version").raw("\"1.0.0\",\n");
    json.field("results").raw("[");
    String before = "\n";
    for (Entry entry : cache.entries()) {
      json.raw(before);
      write(entry, cache);
      before = ",\n";
    }
    json.raw("\n]\n}\n");
  }

  private void write(Entry entry, TuningCache cache) {
    json.raw("{").field("timestamp").text(entry.timestamp()).raw(", ");
    json.field("configuration").raw("{");
    List<String> names = cache.names();
    for (int i = 0; i < names.size(); i++) {
      json.raw(i == 0 ? "" : ", ").field(names.get(i)).literal(entry.values().get(i));
    }
    json.raw("}, ").field("times").raw("{");
    json.field("compilation_time").number(entry.compile());
    json.raw(", ").field("framework").number(entry.framework());
    json.raw(", ").field("search_algorithm").number(entry.strategy());
    json.raw(", ").field("validation").number(entry.verification());
    if (entry.result() instanceof Result.Timed timed) {
      json.raw(", ").field("runtimes").list(timed.times(), String::valueOf);
    }
    json.raw("}, ");
    boolean isCorrect = entry.result() instanceof Result.Timed;
    json.field("invalidity").text(invalidity(entry.result())).raw(", ");
    json.field("correctness").raw(isCorrect ? "1" : "0").raw(", ");
    writeMeasurements(entry);
    json.raw(", ").field("objectives").raw("[").text(cache.objective()).raw("]}");
  }

  private void writeMeasurements(Entry entry) {
    json.field("measurements").raw("[{\"name\": \"time\", \"value\": ");
    switch (entry.result()) {
      case Result.Timed timed -> json.number(timed.time());
      case Result.Error error -> json.text(error.error());
    }
    json.raw(", \"unit\": \"ms\"}");
    entry
        .metrics()
        .forEach(
            (name, value) ->
                json.raw(", {\"name\": ")
                    .text(name)
                    .raw(", \"value\": ")
                    .number(value)
                    .raw(", \"unit\": \"\"}"));
    json.raw("]");
  }

  private static String invalidity(Result result) {
    return switch (result) {
      case Result.Timed ignored -> "correct";
      case Result.Error error ->
          switch (error.error()) {
            case "CompilationFailedConfig" -> "compile";
            case "InvalidConfig" -> "constraints";
            case "timeout" -> "timeout";
            case "correctness" -> "correctness";
            default -> "runtime";
          };
    };
  }

  /** What the tuner calls a reason of the format. */
  static String error(String invalidity) {
    return switch (invalidity) {
      case "compile" -> "CompilationFailedConfig";
      case "constraints" -> "InvalidConfig";
      case "runtime" -> "RuntimeFailedConfig";
      default -> invalidity;
    };
  }
}
