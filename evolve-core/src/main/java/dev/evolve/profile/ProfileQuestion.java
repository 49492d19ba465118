package dev.evolve.profile;

/**
 * Which configuration somebody wants.
 *
 * @param pack name of the pack
 * @param hardware id of a unit or of a hardware profile; empty for the machine of the service
 * @param shape name of a scenario; empty for all of them
 * @param stale whether a stale profile is wanted where none is current
 * @param imported whether an import is wanted where nothing is proved
 */
public record ProfileQuestion(
    String pack, String hardware, String shape, boolean stale, boolean imported) {

  /** Only what is current serves. */
  public static ProfileQuestion of(String pack, String hardware, String shape) {
    return new ProfileQuestion(pack, hardware, shape, false, false);
  }
}
