package dev.evolve.loop.sim;

import dev.evolve.loop.StreamChunk;
import dev.evolve.loop.port.CheckpointStore;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A store in memory that can be away, fence its owner, or refuse one loop's commits. Outlives the
 * runtimes that use it, as a real one would. Thread-safe.
 */
public final class InMemoryCheckpointStore implements CheckpointStore {

  private final List<StepCommit> commits = new ArrayList<>();
  private final Map<String, Checkpoint> latest = new LinkedHashMap<>();
  private int goesAwayAfter = Integer.MAX_VALUE;
  private boolean away;
  private boolean fenced;
  private @Nullable String refusedLoop;

  @Override
  public synchronized void commit(StepCommit commit) {
    if (fenced) {
      throw new FencedException("another instance owns the loops", new IllegalStateException());
    }
    if (away || commits.size() >= goesAwayAfter) {
      throw new StoreUnavailableException("the store is away", null);
    }
    Checkpoint checkpoint = commit.checkpoint();
    if (checkpoint.loopId().equals(refusedLoop)) {
      throw new IllegalArgumentException("the record of " + refusedLoop + " is too large");
    }
    commits.add(commit);
    latest.put(checkpoint.loopId(), checkpoint);
  }

  @Override
  public synchronized List<Checkpoint> load() {
    if (away) {
      throw new StoreUnavailableException("the store is away", null);
    }
    return latest.values().stream().filter(c -> c.status() == Status.RUNNING).toList();
  }

  /** Whether the store can be reached. */
  public synchronized void setAway(boolean isAway) {
    away = isAway;
    goesAwayAfter = Integer.MAX_VALUE;
  }

  /** Whether the store cannot be reached. */
  public synchronized boolean isAway() {
    return away;
  }

  /** Is away once it holds so many commits. */
  public synchronized void goAwayAfter(int count) {
    goesAwayAfter = count;
  }

  /** From now on another instance owns the loops, or no longer. */
  public synchronized void setFenced(boolean isFenced) {
    fenced = isFenced;
  }

  /** Commits of this loop are refused for good. */
  public synchronized void refuse(@Nullable String loopId) {
    refusedLoop = loopId;
  }

  /** Puts a checkpoint as if it had been committed by an earlier process. */
  public synchronized void put(Checkpoint checkpoint) {
    latest.put(checkpoint.loopId(), checkpoint);
  }

  /** Everything that was committed, in order. */
  public synchronized List<StepCommit> commits() {
    return List.copyOf(commits);
  }

  /** What was committed after the first {@code skipped}, in order. */
  public synchronized List<StepCommit> commitsFrom(int skipped) {
    return List.copyOf(commits.subList(skipped, commits.size()));
  }

  /** The commits of one loop, in order. */
  public synchronized List<StepCommit> commits(String loopId) {
    return commits.stream().filter(c -> c.checkpoint().loopId().equals(loopId)).toList();
  }

  /** The latest checkpoint of a loop, whatever its status. */
  public synchronized Optional<Checkpoint> latest(String loopId) {
    return Optional.ofNullable(latest.get(loopId));
  }

  /** The data of a loop's stored events, in order. */
  public synchronized List<String> events(String loopId) {
    return commits(loopId).stream()
        .flatMap(commit -> commit.events().stream())
        .map(StreamChunk::data)
        .toList();
  }
}
