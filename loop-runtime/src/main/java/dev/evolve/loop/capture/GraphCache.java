package dev.evolve.loop.capture;

import dev.evolve.loop.cache.VersionedCache;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Keeps captured graphs within a number of slots and bytes of workspace; the least recently used
 * one that is not in use makes room for a new one.
 *
 * <p>An entry is being captured, idle, or leased to one batch. One that is dropped while it is
 * leased or being captured can no longer be found, and is closed when its lease ends.
 *
 * <p>Thread-safe. Captures and closes run outside its lock.
 */
public final class GraphCache implements VersionedCache {

  private final int slots;
  private final long workspaceBudgetBytes;
  private final Map<GraphKey, Entry> entries = new LinkedHashMap<>(16, 0.75f, true);
  private final Map<String, String> versionsInForce = new TreeMap<>();
  private final Map<EagerBreak, Long> eager = new EnumMap<>(EagerBreak.class);
  private int usedSlots;
  private long usedBytes;
  private long captures;
  private long replays;
  private long evictions;
  private long dropped;

  /**
   * @param slots how many graphs there may be
   * @param workspaceBudgetBytes how many bytes they may keep together
   */
  public GraphCache(int slots, long workspaceBudgetBytes) {
    if (slots < 0 || workspaceBudgetBytes < 0) {
      throw new IllegalArgumentException(
          "slots and bytes of a graph cache must be at least 0, not "
              + slots
              + " and "
              + workspaceBudgetBytes);
    }
    this.slots = slots;
    this.workspaceBudgetBytes = workspaceBudgetBytes;
  }

  /**
   * The graph of a key for the time of one batch, captured if it is not there.
   *
   * @param workspaceBytes how much workspace the graph may have; what is counted for it
   * @param capture makes the graph; called outside the lock, at most once
   * @throws GraphMismatchException if the graph of this key has another workspace
   */
  Answer lease(GraphKey key, long workspaceBytes, Supplier<Graph> capture) {
    List<Graph> evicted = new ArrayList<>();
    Found found = findOrReserve(key, workspaceBytes, evicted);
    evicted.forEach(Graph::close);
    return switch (found) {
      case Eager eager -> eager;
      case Reserved reserved -> capture(reserved.entry, capture);
      case Lease lease -> lease;
    };
  }

  private synchronized Found findOrReserve(GraphKey key, long workspaceBytes, List<Graph> evicted) {
    if (isStale(key)) {
      return new Eager(EagerBreak.STALE_VERSION);
    }
    Entry present = entries.get(key);
    if (present == null) {
      return reserve(key, workspaceBytes, evicted);
    }
    present.requireWorkspaceOf(workspaceBytes);
    if (present.leased || present.graph == null) {
      return new Eager(EagerBreak.BUSY);
    }
    present.leased = true;
    replays++;
    return new Lease(present, present.graph);
  }

  private Found reserve(GraphKey key, long workspaceBytes, List<Graph> evicted) {
    if (!canMakeRoomFor(workspaceBytes)) {
      return new Eager(EagerBreak.NO_ROOM);
    }
    Iterator<Entry> oldest = entries.values().iterator();
    while (!fits(usedSlots + 1, usedBytes, workspaceBytes)) {
      Entry entry = oldest.next();
      if (!entry.leased && entry.graph != null) {
        oldest.remove();
        giveBack(entry);
        evicted.add(entry.graph);
        evictions++;
      }
    }
    Entry fresh = new Entry(key, workspaceBytes);
    entries.put(key, fresh);
    usedSlots++;
    usedBytes += workspaceBytes;
    return new Reserved(fresh);
  }

  private boolean canMakeRoomFor(long workspaceBytes) {
    int idle = 0;
    long idleBytes = 0;
    for (Entry entry : entries.values()) {
      if (!entry.leased) {
        idle++;
        idleBytes += entry.workspaceBytes;
      }
    }
    return fits(usedSlots - idle + 1, usedBytes - idleBytes, workspaceBytes);
  }

  private boolean fits(int withSlots, long heldBytes, long moreBytes) {
    return withSlots <= slots && moreBytes <= workspaceBudgetBytes - heldBytes;
  }

  private Lease capture(Entry entry, Supplier<Graph> capture) {
    try {
      Graph graph = capture.get();
      if (graph.workspaceBytes() > entry.workspaceBytes) {
        graph.close();
        throw new GraphMismatchException(
            "a graph of "
                + entry.key
                + " was to keep at most "
                + entry.workspaceBytes
                + " bytes and keeps "
                + graph.workspaceBytes()
                + "; correct the plan's Capture.workspaceBytes");
      }
      synchronized (this) {
        entry.graph = graph;
        captures++;
      }
      return new Lease(entry, graph);
    } catch (RuntimeException | Error e) {
      forget(entry);
      throw e;
    }
  }

  private synchronized void forget(Entry entry) {
    if (!entry.dropped) {
      entries.remove(entry.key);
    }
    giveBack(entry);
  }

  /** {@inheritDoc} Steps that are planned for another version get no graph from now on. */
  @Override
  public int dropComponent(String component, String versionInForce) {
    List<Graph> idle = new ArrayList<>();
    int gone;
    synchronized (this) {
      versionsInForce.put(component, versionInForce);
      gone = drop(this::isStale, idle);
    }
    idle.forEach(Graph::close);
    return gone;
  }

  /** Drops every graph, as when a pool is built anew. */
  public int dropAll() {
    List<Graph> idle = new ArrayList<>();
    int gone;
    synchronized (this) {
      gone = drop(key -> true, idle);
    }
    idle.forEach(Graph::close);
    return gone;
  }

  private int drop(Predicate<GraphKey> stale, List<Graph> idle) {
    int before = entries.size();
    for (Iterator<Entry> all = entries.values().iterator(); all.hasNext(); ) {
      Entry entry = all.next();
      if (stale.test(entry.key)) {
        all.remove();
        entry.dropped = true;
        if (!entry.leased && entry.graph != null) {
          giveBack(entry);
          idle.add(entry.graph);
        }
      }
    }
    int gone = before - entries.size();
    dropped += gone;
    return gone;
  }

  private boolean isStale(GraphKey key) {
    return key.componentVersions().entrySet().stream()
        .anyMatch(
            part ->
                !versionsInForce
                    .getOrDefault(part.getKey(), part.getValue())
                    .equals(part.getValue()));
  }

  private void giveBack(Entry entry) {
    usedSlots--;
    usedBytes -= entry.workspaceBytes;
  }

  /** Counts works that ran without a graph. */
  synchronized void countEager(EagerBreak reason, int works) {
    eager.merge(reason, (long) works, Long::sum);
  }

  /** What it holds and has done so far. */
  public synchronized GraphUsage usage() {
    return new GraphUsage(entries.size(), usedBytes, captures, replays, evictions, dropped, eager);
  }

  /** What is found under a key, before anything is captured. */
  private sealed interface Found permits Eager, Reserved, Lease {}

  /** What comes of asking for a graph. */
  sealed interface Answer permits Eager, Lease {}

  /** Run without one. */
  record Eager(EagerBreak reason) implements Answer, Found {}

  /** A place for a graph that is to be captured. */
  private record Reserved(Entry entry) implements Found {}

  /** A graph for one batch. */
  final class Lease implements Answer, Found {

    private final Entry entry;
    private final Graph graph;

    private Lease(Entry entry, Graph graph) {
      this.entry = entry;
      this.graph = graph;
    }

    Graph graph() {
      return graph;
    }

    /** Nobody gets this graph again. */
    void discard() {
      synchronized (GraphCache.this) {
        if (!entry.dropped) {
          entries.remove(entry.key);
          entry.dropped = true;
          dropped++;
        }
      }
    }

    /** Ends the lease; called once. */
    void end() {
      boolean close;
      synchronized (GraphCache.this) {
        entry.leased = false;
        close = entry.dropped;
        if (close) {
          giveBack(entry);
        }
      }
      if (close) {
        graph.close();
      }
    }
  }

  private static final class Entry {
    private final GraphKey key;
    private final long workspaceBytes;
    private @Nullable Graph graph;
    private boolean leased = true;
    private boolean dropped;

    Entry(GraphKey key, long workspaceBytes) {
      this.key = key;
      this.workspaceBytes = workspaceBytes;
    }

    void requireWorkspaceOf(long bytes) {
      if (bytes != workspaceBytes) {
        throw new GraphMismatchException(
            "the graph of "
                + key
                + " has a workspace of "
                + workspaceBytes
                + " bytes, the step asks for "
                + bytes
                + "; a graph's workspace must follow from its key");
      }
    }
  }
}
