package dev.evolve.profile;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.evolve.event.ImportedProfile;
import dev.evolve.pack.BenchPack;
import dev.evolve.pack.Configuration;
import dev.evolve.pack.PackSource;

/** Something that somebody wants done to the database of profiles; each ends in one event. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
  @JsonSubTypes.Type(value = ProfileCommand.Import.class, name = "import"),
  @JsonSubTypes.Type(value = ProfileCommand.Quarantine.class, name = "quarantine"),
  @JsonSubTypes.Type(value = ProfileCommand.Pin.class, name = "pin"),
  @JsonSubTypes.Type(value = ProfileCommand.Revalidate.class, name = "revalidate")
})
public sealed interface ProfileCommand {

  /** The profile that it is about. */
  String profileId();

  /** Take a result from elsewhere in. */
  record Import(ImportedProfile profile, String person) implements ProfileCommand {
    @Override
    public String profileId() {
      return profile.id();
    }
  }

  /** Take a profile out of service. */
  record Quarantine(String profileId, String reason, String person) implements ProfileCommand {}

  /** Serve a profile before better ones, or no longer. */
  record Pin(String profileId, boolean pinned, String reason, String person)
      implements ProfileCommand {}

  /**
   * Measure a profile beside its baseline once more, on the code that it was found on.
   *
   * @param profileId the profile
   * @param sku the unit that it is for; another one proves nothing
   * @param shape the input that it is for
   * @param source where the code is
   * @param pack the pack at that commit
   * @param baseline what it is measured against
   * @param configuration what it sets
   * @param rounds pairs of runs on each scenario
   * @param person who asked
   */
  record Revalidate(
      String profileId,
      String sku,
      Shape shape,
      PackSource source,
      BenchPack pack,
      Configuration baseline,
      Configuration configuration,
      int rounds,
      String person)
      implements ProfileCommand {}
}
