package dev.evolve.profile;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Which profiles to show; a null or blank part matches all.
 *
 * @param pack name of a pack
 * @param hardware id of a unit or of a hardware profile
 * @param shape name of a shape
 * @param state name of a state
 */
public record ProfileFilter(
    @Nullable String pack,
    @Nullable String hardware,
    @Nullable String shape,
    @Nullable String state) {

  /** Shows everything. */
  public static final ProfileFilter ALL = new ProfileFilter(null, null, null, null);

  boolean matches(TuningProfile profile) {
    return agrees(pack, profile.pack())
        && (agrees(hardware, profile.sku()) || agrees(hardware, profile.hardware().id()))
        && agrees(shape, profile.shape().name());
  }

  boolean matches(ProfileEntry entry) {
    return state == null
        || state.isBlank()
        || state.toUpperCase(Locale.ROOT).equals(entry.state().name());
  }

  private static boolean agrees(@Nullable String wanted, String found) {
    return wanted == null || wanted.isBlank() || wanted.equals(found);
  }
}
