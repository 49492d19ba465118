package dev.evolve.profile;

import dev.evolve.event.DomainEvent;
import dev.evolve.json.Digests;
import dev.evolve.json.Json;
import dev.evolve.pack.BenchPack;
import dev.evolve.pack.Configuration;
import dev.evolve.pack.PackSource;
import java.time.Instant;
import java.util.List;

/**
 * A pack as the newest campaign on it declares it.
 *
 * @param campaignId that campaign
 * @param at when it began
 * @param pack the declaration
 * @param source where its code is
 * @param baseline the configuration that is in force without any profile
 */
public record PackFacts(
    String campaignId, Instant at, BenchPack pack, PackSource source, Configuration baseline) {

  static PackFacts of(DomainEvent.CampaignStarted started) {
    return new PackFacts(
        started.campaignId(),
        started.at(),
        started.pack(),
        started.source(),
        started.pack().defaults());
  }

  PackFacts withBaseline(Configuration found) {
    return new PackFacts(campaignId, at, pack, source, found);
  }

  boolean isNewerThan(PackFacts other) {
    int order = at.compareTo(other.at);
    return order > 0 || (order == 0 && campaignId.compareTo(other.campaignId) > 0);
  }

  /** Hash of the knobs and constraints. */
  public String spaceSha256() {
    return spaceSha256(pack);
  }

  /** Names of its shapes. */
  List<String> shapes() {
    return pack.scenarios().stream().map(scenario -> scenario.name()).toList();
  }

  static String packSha256(BenchPack pack) {
    return Digests.sha256(Json.writeBytes(pack));
  }

  static String spaceSha256(BenchPack pack) {
    return Digests.sha256(Json.write(pack.knobs()) + "\n" + Json.write(pack.constraints()));
  }
}
