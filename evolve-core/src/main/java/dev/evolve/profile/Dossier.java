package dev.evolve.profile;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All that the log says of a profile, whoever asks.
 *
 * @param profile the profile with its newest evidence
 * @param quarantine why it must not serve; null if it may
 * @param pinned whether a person wants it served before better ones
 * @param history what happened to it, oldest first
 * @param origin the code that it can be measured again on; null if none is known
 */
record Dossier(
    TuningProfile profile,
    @Nullable String quarantine,
    boolean pinned,
    List<String> history,
    @Nullable Origin origin) {

  Dossier {
    history = List.copyOf(history);
  }
}
