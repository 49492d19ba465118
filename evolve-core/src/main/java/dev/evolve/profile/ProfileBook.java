package dev.evolve.profile;

import dev.evolve.pack.Configuration;
import dev.evolve.pack.HardwareProfile;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The database of profiles in memory. Reads touch the few profiles of one key, so that an answer
 * takes microseconds however many there are. Not thread-safe: whoever shares it guards it.
 */
public final class ProfileBook {

  private final ProfileRules rules;
  private final Map<String, Dossier> byId = new TreeMap<>();
  private final Map<ProfileKey, Map<String, Dossier>> byKey = new HashMap<>();
  private final Map<String, PackFacts> packs = new TreeMap<>();
  private final Map<String, HardwareProfile> machines = new TreeMap<>();
  private final Map<String, Sighting> newestOfSku = new TreeMap<>();

  /**
   * @param rules what makes a profile stale
   */
  public ProfileBook(ProfileRules rules) {
    this.rules = rules;
  }

  void put(Dossier dossier) {
    TuningProfile profile = dossier.profile();
    Dossier before = byId.put(profile.id(), dossier);
    if (before != null && !before.profile().key().equals(profile.key())) {
      Map<String, Dossier> others = byKey.get(before.profile().key());
      if (others != null) {
        others.remove(profile.id());
      }
    }
    byKey.computeIfAbsent(profile.key(), any -> new TreeMap<>()).put(profile.id(), dossier);
  }

  void saw(HardwareProfile hardware, Instant at) {
    machines.put(hardware.id(), hardware);
    newestOfSku.merge(
        Machine.of(hardware).sku(),
        new Sighting(hardware, at),
        (known, found) -> found.isAfter(known) ? found : known);
  }

  /** Takes a pack's declaration; true if it is the newest. */
  boolean saw(PackFacts facts) {
    PackFacts known = packs.get(facts.pack().name());
    if (known != null && !facts.isNewerThan(known)) {
      return false;
    }
    packs.put(facts.pack().name(), facts);
    return true;
  }

  /** Takes the baseline of a campaign; true if that campaign is the newest on its pack. */
  boolean sawBaseline(String campaignId, String pack, Configuration baseline) {
    PackFacts known = packs.get(pack);
    if (known == null || !known.campaignId().equals(campaignId)) {
      return false;
    }
    packs.put(pack, known.withBaseline(baseline));
    return true;
  }

  /** A pack as it was last declared. */
  public Optional<PackFacts> pack(String name) {
    return Optional.ofNullable(packs.get(name));
  }

  /** Names of the packs that are known. */
  public List<String> packs() {
    return List.copyOf(packs.keySet());
  }

  /**
   * A machine by the id of its hardware profile, or by the id of its unit, which stands for the
   * environment that was last seen on it.
   */
  public Optional<HardwareProfile> machine(String id) {
    return Optional.ofNullable(machines.get(id))
        .or(() -> Optional.ofNullable(newestOfSku.get(id)).map(Sighting::hardware));
  }

  /** The machines that were seen, one of each unit, as last seen. */
  public List<HardwareProfile> machines() {
    return newestOfSku.values().stream().map(Sighting::hardware).toList();
  }

  /** A profile as it stands, for the environment last seen on its unit. */
  public Optional<ProfileEntry> find(String id, Instant now) {
    return Optional.ofNullable(byId.get(id)).map(dossier -> entry(dossier, now));
  }

  /** The code that a profile can be measured again on; empty if none is known. */
  public Optional<Origin> origin(String id) {
    return Optional.ofNullable(byId.get(id)).flatMap(it -> Optional.ofNullable(it.origin()));
  }

  /** Profiles that match, by pack, unit and shape, those that serve first. */
  public List<ProfileEntry> entries(ProfileFilter filter, Instant now) {
    return byId.values().stream()
        .filter(dossier -> filter.matches(dossier.profile()))
        .map(dossier -> entry(dossier, now))
        .filter(filter::matches)
        .sorted(
            Comparator.comparing((ProfileEntry entry) -> entry.profile().pack())
                .thenComparing(entry -> entry.profile().sku())
                .thenComparing(entry -> entry.profile().shape().name())
                .thenComparing(ProfileEntry::state)
                .thenComparing(entry -> entry.profile().id()))
        .toList();
  }

  private ProfileEntry entry(Dossier dossier, Instant now) {
    Sighting newest = newestOfSku.get(dossier.profile().sku());
    HardwareProfile hardware = newest == null ? dossier.profile().hardware() : newest.hardware();
    return entries(dossier.profile().key(), hardware, now).stream()
        .filter(entry -> entry.profile().id().equals(dossier.profile().id()))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("a profile is not under its own key"));
  }

  /** The profiles of a key as they stand for whoever runs in that environment. */
  List<ProfileEntry> entries(ProfileKey key, HardwareProfile asker, Instant now) {
    List<Dossier> dossiers = List.copyOf(byKey.getOrDefault(key, Map.of()).values());
    Machine.Environment environment = Machine.of(asker).environment();
    List<Dossier> fit =
        dossiers.stream()
            .filter(dossier -> dossier.quarantine() == null && dossier.profile().isProved())
            .filter(dossier -> staleness(dossier.profile(), environment, now).isEmpty())
            .toList();
    Optional<TuningProfile> serving = serving(fit);
    List<ProfileEntry> entries = new ArrayList<>();
    for (Dossier dossier : dossiers) {
      entries.add(entry(dossier, staleness(dossier.profile(), environment, now), serving));
    }
    return entries;
  }

  private static Optional<TuningProfile> serving(List<Dossier> fit) {
    List<TuningProfile> pinned =
        fit.stream().filter(Dossier::pinned).map(Dossier::profile).toList();
    return Ranking.best(pinned.isEmpty() ? fit.stream().map(Dossier::profile).toList() : pinned);
  }

  private static ProfileEntry entry(
      Dossier dossier, List<String> stale, Optional<TuningProfile> serving) {
    ProfileState state;
    String reason;
    TuningProfile profile = dossier.profile();
    if (dossier.quarantine() != null) {
      state = ProfileState.QUARANTINED;
      reason = dossier.quarantine();
    } else if (!profile.isProved()) {
      state = ProfileState.IMPORTED;
      reason = "nothing has proved it here; re-validate it";
    } else if (!stale.isEmpty()) {
      state = ProfileState.STALE;
      reason = String.join("; ", stale);
    } else if (serving.filter(best -> best.id().equals(profile.id())).isPresent()) {
      state = ProfileState.CURRENT;
      reason = dossier.pinned() ? "pinned by a person" : "the best that is shown for its key";
    } else {
      state = ProfileState.SUPERSEDED;
      reason = serving.map(best -> best.id() + " serves in its place").orElse("another serves");
    }
    return new ProfileEntry(profile, state, reason, dossier.pinned(), dossier.history());
  }

  private List<String> staleness(
      TuningProfile profile, Machine.Environment environment, Instant now) {
    List<String> found =
        new ArrayList<>(Machine.of(profile.hardware()).environment().differences(environment));
    Duration age = Duration.between(profile.measuredAt(), now);
    if (age.compareTo(rules.maximumAge()) > 0) {
      found.add(
          "measured " + age.toDays() + " days ago, believed for " + rules.maximumAge().toDays());
    }
    PackFacts pack = packs.get(profile.pack());
    if (pack != null && !pack.spaceSha256().equals(profile.spaceSha256())) {
      found.add("the pack has other knobs or constraints since then");
    }
    return found;
  }

  /** Where a machine was seen last. */
  private record Sighting(HardwareProfile hardware, Instant at) {
    boolean isAfter(Sighting other) {
      int order = at.compareTo(other.at);
      return order > 0 || (order == 0 && hardware.id().compareTo(other.hardware.id()) > 0);
    }
  }
}
