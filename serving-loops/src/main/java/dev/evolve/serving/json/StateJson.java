package dev.evolve.serving.json;

import dev.evolve.loop.ModelRef;
import dev.evolve.loop.PluginStates;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.SortedMap;
import java.util.TreeMap;

/** Parts that the states of all loops have, as JSON. */
public final class StateJson {

  private StateJson() {}

  /** A model's identity and version. */
  public static SequencedMap<String, Object> model(ModelRef model) {
    SequencedMap<String, Object> json = new LinkedHashMap<>();
    json.put("id", model.id());
    json.put("version", model.version());
    return json;
  }

  /** Reads what {@link #model(ModelRef)} wrote. */
  public static ModelRef model(JsonFields json) {
    return new ModelRef(json.text("id"), json.text("version"));
  }

  /** What plugins keep, sorted by plugin and branch. */
  public static List<Object> plugins(PluginStates plugins) {
    List<Object> entries = new ArrayList<>();
    plugins
        .asMap()
        .forEach(
            (key, value) -> {
              SequencedMap<String, Object> entry = new LinkedHashMap<>();
              entry.put("plugin", key.plugin());
              entry.put("branch", key.branch());
              entry.put("value", value);
              entries.add(entry);
            });
    return entries;
  }

  /** Reads what {@link #plugins(PluginStates)} wrote. */
  public static PluginStates plugins(List<JsonFields> entries) {
    SortedMap<PluginStates.Key, String> states =
        new TreeMap<>(
            Comparator.comparing(PluginStates.Key::plugin).thenComparing(PluginStates.Key::branch));
    for (JsonFields entry : entries) {
      states.put(
          new PluginStates.Key(entry.text("plugin"), entry.text("branch")), entry.text("value"));
    }
    return PluginStates.of(states);
  }
}
