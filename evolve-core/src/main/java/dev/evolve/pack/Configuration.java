package dev.evolve.pack;

import dev.evolve.json.Digests;
import dev.evolve.json.Json;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A value for every knob of a pack, sorted by name.
 *
 * @param values canonical text by knob name
 */
public record Configuration(SortedMap<String, String> values) {

  public Configuration {
    values = Collections.unmodifiableSortedMap(new TreeMap<>(values));
  }

  /** Every knob at its default. */
  public static Configuration defaultsOf(List<Knob> knobs) {
    TreeMap<String, String> values = new TreeMap<>();
    knobs.forEach(knob -> values.put(knob.name(), knob.defaultValue()));
    return new Configuration(values);
  }

  /** This with one value replaced. */
  public Configuration with(String knob, String value) {
    TreeMap<String, String> changed = new TreeMap<>(values);
    changed.put(knob, value);
    return new Configuration(changed);
  }

  /** One line for people: {@code A=1 B=x}. */
  public String describe() {
    StringBuilder text = new StringBuilder();
    values.forEach((name, value) -> text.append(name).append('=').append(value).append(' '));
    return text.toString().strip();
  }

  /** Only the values that differ from {@code other}, as {@code A=1 B=x}. */
  public String describeAgainst(Configuration other) {
    TreeMap<String, String> changed = new TreeMap<>(values);
    changed.entrySet().removeIf(e -> e.getValue().equals(other.values.get(e.getKey())));
    return changed.isEmpty() ? "(as the baseline)" : new Configuration(changed).describe();
  }

  /** SHA-256 of the configuration's JSON; equal configurations have equal digests. */
  public String digest() {
    return Digests.sha256(Json.writeBytes(this));
  }
}
