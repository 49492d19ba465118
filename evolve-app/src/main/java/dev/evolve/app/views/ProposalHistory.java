package dev.evolve.app.views;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What happened to a proposal, in the order of time, whatever the order it is heard in: a rollback
 * is a loop of its own, so the log may tell of it before it tells of what was rolled back. Confined
 * to whoever folds.
 */
final class ProposalHistory {

  private record Change(Instant at, Consumer<ProposalFold> change) {}

  private final List<Change> changes = new ArrayList<>();
  private @Nullable Supplier<ProposalFold> start;
  private @Nullable ProposalFold fold;

  /** The proposal was made; what is known of it already happened afterwards. */
  void begin(Supplier<ProposalFold> made) {
    start = made;
    refold(made);
  }

  /** Something happened to it. */
  void add(Instant at, Consumer<ProposalFold> change) {
    int place = changes.size();
    while (place > 0 && changes.get(place - 1).at().isAfter(at)) {
      place--;
    }
    boolean isNewest = place == changes.size();
    changes.add(place, new Change(at, change));
    if (fold != null && isNewest) {
      change.accept(fold);
    } else if (start != null) {
      refold(start);
    }
  }

  private void refold(Supplier<ProposalFold> made) {
    ProposalFold anew = made.get();
    changes.forEach(each -> each.change().accept(anew));
    fold = anew;
  }

  /** The proposal now; empty while nobody has told that it was made. */
  Optional<ProposalFold> fold() {
    return Optional.ofNullable(fold);
  }
}
