package dev.evolve.graph;

import dev.evolve.event.DomainEvent;
import dev.evolve.event.ImportedProfile;
import dev.evolve.event.RecordedEvent;

/**
 * What happens to tuning profiles. A profile that a campaign found is already in the graph as its
 * proposal and measurements; its own node appears with the first thing that happens to it.
 */
final class ProfileRows {

  private ProfileRows() {}

  static void imported(
      RecordedEvent event, DomainEvent.ProfileImported imported, ProjectionRows rows) {
    ImportedProfile profile = imported.profile();
    Row facts =
        new Row()
            .key("pack", profile.pack())
            .key("shape", profile.shape())
            .key("hardwareId", profile.hardware().id())
            .key("configurationDigest", profile.configuration().digest())
            .text("configuration", profile.configuration().describe())
            .text("format", profile.format())
            .text("source", profile.source())
            .key("contentSha256", profile.contentSha256())
            .text("device", profile.device())
            .number("claimedValue", profile.value())
            .text("claimedUnit", profile.unit())
            .count("evaluations", profile.evaluations())
            .flag("finished", profile.finished())
            .key("importEventId", event.id());
    rows.add(
        GraphWrite.PROFILE_IMPORTED,
        EventMapping.rowOf(event)
            .row("profile", profile(event, profile.id()))
            .row("facts", facts)
            .row("hardware", EventMapping.hardware(event, profile.hardware()))
            .row("person", EventMapping.person(event, imported.importedBy())));
  }

  static void revalidated(
      RecordedEvent event, DomainEvent.ProfileRevalidated again, ProjectionRows rows) {
    note(
        event,
        again.profileId(),
        note(event, again.profileId(), "REVALIDATED", again.held(), again.reason())
            .key("person", again.requestedBy())
            .key("evaluationId", again.evaluation().id())
            .key("hardwareId", again.evaluation().hardware().id()),
        rows);
  }

  static void quarantined(
      RecordedEvent event, DomainEvent.ProfileQuarantined out, ProjectionRows rows) {
    note(
        event,
        out.profileId(),
        note(event, out.profileId(), "QUARANTINED", false, out.reason())
            .key("person", out.person()),
        rows);
  }

  static void pinned(RecordedEvent event, DomainEvent.ProfilePinned pin, ProjectionRows rows) {
    note(
        event,
        pin.profileId(),
        note(event, pin.profileId(), pin.pinned() ? "PINNED" : "UNPINNED", true, pin.reason())
            .key("person", pin.person()),
        rows);
  }

  private static Row profile(RecordedEvent event, String id) {
    return EventMapping.madeBy(event).key("id", id);
  }

  private static Row note(
      RecordedEvent event, String profileId, String kind, boolean serves, String reason) {
    return EventMapping.madeBy(event)
        .key("id", event.id())
        .key("profileId", profileId)
        .key("kind", kind)
        .flag("serves", serves)
        .text("reason", reason);
  }

  private static void note(RecordedEvent event, String profileId, Row note, ProjectionRows rows) {
    rows.add(
        GraphWrite.PROFILE_NOTED,
        EventMapping.rowOf(event).row("profile", profile(event, profileId)).row("note", note));
  }
}
