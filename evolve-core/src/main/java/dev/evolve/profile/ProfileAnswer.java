package dev.evolve.profile;

import dev.evolve.pack.Configuration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which configuration to use, and why.
 *
 * @param outcome what was found
 * @param pack the pack
 * @param hardware id of the unit that was looked for; as asked if it is not known
 * @param machine the unit, for people; empty if it is not known
 * @param environment fingerprint of the environment that was looked for; empty if not known
 * @param shape the shape that was looked for
 * @param configuration what to use: the profile's, or the baseline
 * @param baseline whether it is the baseline
 * @param profile the profile that was found, whether or not it serves; null if there is none
 * @param explanation one sentence
 * @param others the other profiles of the key, and why they do not serve
 */
public record ProfileAnswer(
    Outcome outcome,
    String pack,
    String hardware,
    String machine,
    String environment,
    String shape,
    Configuration configuration,
    boolean baseline,
    @Nullable ProfileEntry profile,
    String explanation,
    List<ProfileEntry> others) {

  public ProfileAnswer {
    others = List.copyOf(others);
  }

  /** What was found. */
  public enum Outcome {
    /** A profile of exactly this pack, unit, environment and shape. */
    HIT,
    /** Only a profile of another environment, of old age or over other knobs. */
    STALE,
    /** Only an import that nothing has proved. */
    IMPORTED,
    /** Nothing that may serve. */
    MISS
  }
}
