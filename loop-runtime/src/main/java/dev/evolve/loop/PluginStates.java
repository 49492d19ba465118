package dev.evolve.loop;

import java.util.Collections;
import java.util.Comparator;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What interceptors and policies keep of one request, per plugin and guidance branch. Immutable,
 * and part of the loop's state, so that it is stored, restored and dropped with it. A value is text
 * that only its plugin understands: JSON, or base64 of bytes.
 */
public final class PluginStates {

  /** Nothing is kept. */
  public static final PluginStates EMPTY = new PluginStates(new TreeMap<>(Key.ORDER));

  private final SortedMap<Key, String> states;

  private PluginStates(SortedMap<Key, String> states) {
    this.states = Collections.unmodifiableSortedMap(states);
  }

  /** States of any number of plugins, as {@link #asMap} gives them. */
  public static PluginStates of(SortedMap<Key, String> states) {
    SortedMap<Key, String> copy = new TreeMap<>(Key.ORDER);
    copy.putAll(states);
    return copy.isEmpty() ? EMPTY : new PluginStates(copy);
  }

  /** What a plugin keeps for a branch. */
  public Optional<String> get(String plugin, String branch) {
    return Optional.ofNullable(states.get(new Key(plugin, branch)));
  }

  /** These states with another value for a plugin and branch. */
  public PluginStates with(String plugin, String branch, String value) {
    SortedMap<Key, String> changed = new TreeMap<>(states);
    changed.put(new Key(plugin, branch), value);
    return new PluginStates(changed);
  }

  /** These states without anything of a plugin. */
  public PluginStates without(String plugin) {
    SortedMap<Key, String> changed = new TreeMap<>(states);
    changed.keySet().removeIf(key -> key.plugin().equals(plugin));
    return changed.isEmpty() ? EMPTY : new PluginStates(changed);
  }

  /** Whether nothing is kept. */
  public boolean isEmpty() {
    return states.isEmpty();
  }

  /** All states, sorted by plugin and branch; unmodifiable. */
  public SortedMap<Key, String> asMap() {
    return states;
  }

  @Override
  public boolean equals(Object other) {
    return this == other || (other instanceof PluginStates that && states.equals(that.states));
  }

  @Override
  public int hashCode() {
    return states.hashCode();
  }

  @Override
  public String toString() {
    return states.toString();
  }

  /**
   * Whose state it is.
   *
   * @param plugin id of the interceptor or policy
   * @param branch guidance branch, such as {@code cond}; empty where there is only one
   */
  public record Key(String plugin, String branch) {
    private static final Comparator<Key> ORDER =
        Comparator.comparing(Key::plugin).thenComparing(Key::branch);
  }
}
