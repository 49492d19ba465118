package dev.evolve.memory;

import dev.evolve.campaign.CampaignTrials;
import dev.evolve.event.DomainEvent;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * Folds the log into what the memory of trials holds: the sets of campaigns and of imports, less
 * what was forgotten. Partitions of the log may be read in any order; those of one campaign in
 * their own. Each event is given once, from the start of the log. Confined to whoever folds.
 */
public final class MemoryFold {

  private final CampaignTrials campaigns = new CampaignTrials();
  private final Set<String> forgotten = new HashSet<>();

  /** Takes the next event; gives what it changes. */
  public Optional<MemoryChange> apply(DomainEvent event) {
    if (event instanceof DomainEvent.TrialsForgotten undone) {
      forgotten.add(undone.key().id());
      return Optional.of(new MemoryChange.Forgotten(undone.key()));
    }
    if (event instanceof DomainEvent.TrialsImported imported) {
      return forgotten.contains(imported.trials().key().id())
          ? Optional.empty()
          : Optional.of(new MemoryChange.Imported(imported.trials(), imported.at()));
    }
    return campaigns.apply(event).map(MemoryChange.Searched::new);
  }
}
