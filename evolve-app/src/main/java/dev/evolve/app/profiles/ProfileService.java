package dev.evolve.app.profiles;

import dev.evolve.profile.ProfileEntry;

/**
 * Commands on tuning profiles. Each but a re-validation answers when its outcome is in the log of
 * record. Every method throws {@code EvolveException}: NOT_FOUND, INVALID_REQUEST, CONFLICT,
 * LOG_UNAVAILABLE (nothing is half done), and so on.
 */
public interface ProfileService {

  /** Takes the best configuration of a tuning result in; it is marked as imported. */
  ProfileEntry importResult(ImportResult command);

  /** Takes a profile out of service until it is re-validated. */
  ProfileEntry quarantine(String profileId, Decision decision);

  /** Serves a profile before better ones, or no longer. */
  ProfileEntry pin(String profileId, boolean pinned, Decision decision);

  /**
   * Has a profile measured beside its baseline once more; returns the loop that does so once it is
   * recorded. The outcome shows in the profile.
   */
  String revalidate(String profileId, String person);

  /** How the re-validation of a profile stands that was asked for since the start. */
  Revalidation revalidation(String profileId);

  /**
   * A tuning result.
   *
   * @param pack name of the pack, or of a space that is no pack here
   * @param hardware id of the machine that it is for; empty for this one
   * @param shape name of the shape that it is for; empty for all
   * @param format what the content is, see {@code TuningResult}
   * @param source name of the file or run, for people
   * @param content the whole file
   * @param person who brings it in
   */
  record ImportResult(
      String pack,
      String hardware,
      String shape,
      String format,
      String source,
      String content,
      String person) {}

  /**
   * A person's decision.
   *
   * @param person who
   * @param reason why
   */
  record Decision(String person, String reason) {}

  /**
   * How a re-validation stands.
   *
   * @param state {@code none}, {@code running}, {@code done} or {@code failed}; one that failed
   *     could not be made at all and says nothing of the profile
   * @param detail why it failed; empty otherwise
   */
  record Revalidation(String state, String detail) {
    static final Revalidation NONE = new Revalidation("none", "");
  }
}
