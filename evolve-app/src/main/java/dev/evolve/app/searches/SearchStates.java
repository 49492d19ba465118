package dev.evolve.app.searches;

import dev.evolve.loop.port.CheckpointStore;
import dev.evolve.searches.SearchLoop;
import dev.evolve.searches.SearchState;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A checkpoint store that also remembers the recorded states of searches, for whoever looks at
 * them. What it shows is in the log of record; a search that was closed is forgotten.
 */
public final class SearchStates implements CheckpointStore {

  private final CheckpointStore store;
  private final SearchLoop loop = new SearchLoop();
  private final Map<String, Recorded> recorded = new ConcurrentHashMap<>();

  /**
   * @param store where checkpoints are kept
   */
  public SearchStates(CheckpointStore store) {
    this.store = store;
  }

  @Override
  public void commit(StepCommit commit) {
    store.commit(commit);
    remember(commit.checkpoint());
  }

  @Override
  public List<Checkpoint> load() {
    List<Checkpoint> checkpoints = store.load();
    checkpoints.forEach(this::remember);
    return checkpoints;
  }

  private void remember(Checkpoint checkpoint) {
    if (!checkpoint.kind().equals(SearchLoop.KIND)) {
      return;
    }
    if (checkpoint.status() == Status.RUNNING) {
      recorded.put(checkpoint.loopId(), new Recorded(checkpoint.state()));
    } else {
      recorded.remove(checkpoint.loopId());
    }
  }

  /** A search as it was recorded last. */
  public Optional<SearchState> find(String searchId) {
    return Optional.ofNullable(recorded.get(searchId))
        .map(it -> it.state(loop))
        .filter(state -> !state.wasClosed());
  }

  /** Every search, newest first. */
  public List<SearchState> all() {
    return recorded.values().stream()
        .map(it -> it.state(loop))
        .filter(state -> !state.wasClosed())
        .sorted(Comparator.comparing(SearchState::searchId).reversed())
        .toList();
  }

  /** A recorded state, read when somebody first wants it. */
  private static final class Recorded {
    private final byte[] json;
    private Optional<SearchState> state = Optional.empty();

    Recorded(byte[] json) {
      this.json = json.clone();
    }

    synchronized SearchState state(SearchLoop loop) {
      SearchState known = state.orElseGet(() -> loop.codec().decode(json));
      state = Optional.of(known);
      return known;
    }
  }
}
