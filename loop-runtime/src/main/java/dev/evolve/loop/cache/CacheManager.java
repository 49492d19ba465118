package dev.evolve.loop.cache;

import dev.evolve.loop.WorkPayload;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Keeps values for executors, in classes that are declared up front.
 *
 * <p>A class evicts its own least recently used value and nobody else's; a pinned value is never
 * evicted. Values are handed out shared: whoever gets one never changes it, and copies it before it
 * leaves for another pool (see {@link TransferConnector}).
 *
 * <p>Thread-safe. Every operation on one class is atomic, and what one thread stored or dropped
 * every later lookup sees. An operation over all classes is atomic class by class.
 */
public final class CacheManager implements VersionedCache {

  private final SequencedMap<String, CacheShelf> shelves = new LinkedHashMap<>();
  private final ConcurrentMap<String, String> versionsInForce = new ConcurrentHashMap<>();

  /**
   * @param classes every class there is
   * @throws IllegalArgumentException if a name is declared twice
   */
  public CacheManager(List<CacheClass> classes) {
    for (CacheClass declared : classes) {
      if (shelves.putIfAbsent(declared.name(), new CacheShelf(declared)) != null) {
        throw new IllegalArgumentException(
            "cache class " + declared.name() + " is declared twice; give each its own name");
      }
    }
  }

  /**
   * The value of a key, if it is there; it counts as used.
   *
   * @throws IllegalArgumentException if the class was not declared
   */
  public Optional<WorkPayload> get(String cacheClass, CacheKey key) {
    return shelf(cacheClass).get(key);
  }

  /**
   * Keeps a value.
   *
   * @param size how much it holds, in the unit of the class; at least 0
   * @throws IllegalArgumentException if the class was not declared
   */
  public CacheAnswer put(String cacheClass, CacheKey key, WorkPayload value, long size) {
    CacheShelf shelf = shelf(cacheClass);
    if (size < 0) {
      throw new IllegalArgumentException("a value's size is never negative, as " + size + " is");
    }
    return shelf.put(key, value, size, this::staleness);
  }

  /**
   * The value of a key, held until the pin is closed.
   *
   * @throws IllegalArgumentException if the class was not declared
   */
  public Optional<Pin> pin(String cacheClass, CacheKey key) {
    return shelf(cacheClass).pin(key);
  }

  /** Drops every value that {@code stale} says is; gives how many those were. */
  public int dropStale(Predicate<CacheKey> stale) {
    return shelves.values().stream().mapToInt(shelf -> shelf.drop(stale)).sum();
  }

  /** {@inheritDoc} No value of another version is taken from now on. */
  @Override
  public int dropComponent(String component, String versionInForce) {
    versionsInForce.put(component, versionInForce);
    return dropStale(
        key -> key.component().equals(component) && !key.weightsVersion().equals(versionInForce));
  }

  /** Drops everything, as when a pool is built anew. */
  public int dropAll() {
    return dropStale(key -> true);
  }

  /** What a class holds. */
  public CacheUsage usage(String cacheClass) {
    return shelf(cacheClass).usage();
  }

  /** What every class holds, by name. */
  public SortedMap<String, CacheUsage> usage() {
    SortedMap<String, CacheUsage> all = new TreeMap<>();
    shelves.forEach((name, shelf) -> all.put(name, shelf.usage()));
    return Collections.unmodifiableSortedMap(all);
  }

  /** Whether a class was declared. */
  public boolean declares(String cacheClass) {
    return shelves.containsKey(cacheClass);
  }

  private @Nullable String staleness(CacheKey key) {
    String inForce = versionsInForce.get(key.component());
    return inForce == null || inForce.equals(key.weightsVersion())
        ? null
        : key.component()
            + " "
            + key.weightsVersion()
            + " is stale: version "
            + inForce
            + " is in force";
  }

  private CacheShelf shelf(String cacheClass) {
    CacheShelf shelf = shelves.get(cacheClass);
    if (shelf == null) {
      throw new IllegalArgumentException(
          "cache class \""
              + cacheClass
              + "\" is not declared; declared are "
              + new ArrayList<>(shelves.keySet()));
    }
    return shelf;
  }

  /** Holds one value until it is closed; closing twice is as closing once. */
  public interface Pin extends AutoCloseable {

    /** The value, never to be changed. */
    WorkPayload value();

    /** Lets go of it; it may be evicted from now on. */
    @Override
    void close();
  }
}
