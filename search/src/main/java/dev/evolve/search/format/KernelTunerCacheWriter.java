package dev.evolve.search.format;

import dev.evolve.search.format.TuningCache.Entry;
import dev.evolve.search.format.TuningCache.Result;
import java.io.Writer;
import java.util.List;

/**
 * Writes cache files of Kernel Tuner, a configuration a line, ending in the two brackets on two
 * lines by which that tool tells a finished file from one left open.
 */
public final class KernelTunerCacheWriter {

  private final JsonText json;

  private KernelTunerCacheWriter(JsonText json) {
    this.json = json;
  }

  /**
   * Writes a cache file; one that is open is left open.
   *
   * @param out takes the text; flushed, not closed
   */
  public static void write(TuningCache cache, Writer out) {
    JsonText json = new JsonText(out);
    new KernelTunerCacheWriter(json).write(cache);
    json.flush();
  }

  private void write(TuningCache cache) {
    json.raw("{\n");
    json.field("device_name").text(cache.device()).raw(",\n");
    json.field("kernel_name").text(cache.kernel()).raw(",\n");
    json.field("problem_size").list(cache.problemSize(), JsonText::of).raw(",\n");
    json.field("tune_params_keys").list(cache.names(), JsonText::quoted).raw(",\n");
    json.field("tune_params").raw("{\n");
    String before = "";
    for (var parameter : cache.parameters().entrySet()) {
      json.raw(before).field(parameter.getKey()).list(parameter.getValue(), JsonText::of);
      before = ",\n";
    }
    json.raw("\n},\n");
    json.field("objective").text(cache.objective()).raw(",\n");
    json.field("cache").raw("{");
    before = "\n";
    for (Entry entry : cache.entries()) {
      json.raw(before);
      write(entry, cache.names());
      before = ",\n";
    }
    json.raw(cache.isOpen() ? ",\n" : "}\n}\n");
  }

  private void write(Entry entry, List<String> names) {
    String key = String.join(",", entry.values().stream().map(Literal::python).toList());
    json.field(key).raw("{");
    for (int i = 0; i < names.size(); i++) {
      json.field(names.get(i)).literal(entry.values().get(i)).raw(", ");
    }
    switch (entry.result()) {
      case Result.Error error -> json.field("time").text(error.error());
      case Result.Timed timed -> {
        json.field("time").number(timed.time());
        if (!timed.times().isEmpty()) {
          json.raw(", ").field("times").list(timed.times(), String::valueOf);
        }
      }
    }
    field("compile_time", entry.compile());
    field("verification_time", entry.verification());
    field("benchmark_time", entry.benchmark());
    entry.metrics().forEach(this::field);
    field("strategy_time", entry.strategy());
    field("framework_time", entry.framework());
    if (!entry.timestamp().isEmpty()) {
      json.raw(", ").field("timestamp").text(entry.timestamp());
    }
    json.raw("}");
  }

  private void field(String name, double value) {
    json.raw(", ").field(name).number(value);
  }
}
