package dev.evolve.profile;

import java.util.List;

/**
 * A profile as it stands now.
 *
 * @param profile the profile with its newest evidence
 * @param state what it is good for
 * @param reason why, in a sentence
 * @param pinned whether a person wants it served before better ones
 * @param history what happened to it, oldest first, a line each
 */
public record ProfileEntry(
    TuningProfile profile,
    ProfileState state,
    String reason,
    boolean pinned,
    List<String> history) {

  public ProfileEntry {
    history = List.copyOf(history);
  }
}
