package dev.evolve.memory;

import dev.evolve.event.ImportedTrials;
import dev.evolve.impact.TrialPack;
import dev.evolve.impact.TrialSet;
import dev.evolve.impact.TrialStore;
import java.time.Instant;
import java.util.Base64;

/** Something that the log says of the memory of trials. Applied again it changes nothing more. */
public sealed interface MemoryChange {

  /** How the origin of an imported set begins. */
  String IMPORT = "import:";

  /** Has a store do as the log says. */
  void applyTo(TrialStore store);

  /** A campaign's search has ended. */
  record Searched(TrialSet set) implements MemoryChange {
    @Override
    public void applyTo(TrialStore store) {
      store.remember(set);
    }
  }

  /** Trials were imported; they stay packed until they are wanted. */
  record Imported(ImportedTrials trials, Instant at) implements MemoryChange {

    /** As a set of the memory. */
    public TrialSet set() {
      ImportedTrials.Key key = trials.key();
      return new TrialSet(
          key.kernel(),
          key.shape(),
          key.hardwareId(),
          origin(key),
          at,
          trials.parameters(),
          TrialPack.unpack(key.id(), Base64.getDecoder().decode(trials.packed())));
    }

    @Override
    public void applyTo(TrialStore store) {
      store.remember(set());
    }
  }

  /** An import is to be remembered no longer. */
  record Forgotten(ImportedTrials.Key key) implements MemoryChange {
    @Override
    public void applyTo(TrialStore store) {
      store.forget(setId(key));
    }
  }

  /** Where an imported set comes from. */
  static String origin(ImportedTrials.Key key) {
    return IMPORT + key.id() + ":" + key.source();
  }

  /** The id of an imported set. */
  static String setId(ImportedTrials.Key key) {
    return TrialSet.id(key.kernel(), key.shape(), key.hardwareId(), origin(key));
  }
}
