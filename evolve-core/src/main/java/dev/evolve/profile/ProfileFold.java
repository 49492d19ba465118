package dev.evolve.profile;

import dev.evolve.event.DomainEvent;
import dev.evolve.event.ImportedProfile;
import dev.evolve.pack.Configuration;
import dev.evolve.proposal.Changeset;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Folds the log of record into the database of profiles. What comes out does not depend on the
 * order in which partitions of the log are read: nothing is dropped because what it speaks of is
 * not known yet. Confined to whoever folds; each event is given once.
 */
public final class ProfileFold {

  private final ProfileBook book;
  private final Map<String, CampaignFacts> campaigns = new HashMap<>();
  private final Map<String, ProposalFacts> proposals = new HashMap<>();
  private final Map<String, String> campaignOf = new HashMap<>();
  private final Map<String, DomainEvent.ProfileImported> imports = new LinkedHashMap<>();
  private final Map<String, String> proposalOf = new HashMap<>();
  private final Map<String, ProfileNotes> notes = new HashMap<>();

  /**
   * @param book the database that is filled
   */
  public ProfileFold(ProfileBook book) {
    this.book = book;
  }

  /** Takes the next event. */
  public void apply(DomainEvent event) {
    switch (event) {
      case DomainEvent.CampaignStarted it -> started(it);
      case DomainEvent.ProposalCreated it -> created(it);
      case DomainEvent.Evaluated it -> evaluated(it);
      case DomainEvent.SearchFinished it -> campaign(it.campaignId()).searchFinished(it);
      case DomainEvent.StageChanged it -> on(it.proposalId(), facts -> facts.moved(it));
      case DomainEvent.GateJudged it -> on(it.proposalId(), facts -> facts.judged(it.finding()));
      case DomainEvent.CanaryJudged it ->
          on(it.proposalId(), facts -> facts.canary(it.report().verdict()));
      case DomainEvent.Committed it -> on(it.proposalId(), facts -> facts.committed(it));
      case DomainEvent.Declined it -> on(it.proposalId(), ProposalFacts::declined);
      case DomainEvent.Merged it -> on(it.proposalId(), facts -> facts.merged(it));
      case DomainEvent.RolledBack it -> on(it.proposalId(), facts -> facts.rolledBack(it));
      case DomainEvent.ProfileImported it -> imported(it);
      case DomainEvent.ProfileRevalidated it -> noted(it.profileId(), it);
      case DomainEvent.ProfileQuarantined it -> noted(it.profileId(), it);
      case DomainEvent.ProfilePinned it -> noted(it.profileId(), it);
      case DomainEvent.RollbackRehearsed it -> {}
      case DomainEvent.Approved it -> {}
      case DomainEvent.MergeRefused it -> {}
      case DomainEvent.CampaignFinished it -> {}
      case DomainEvent.TrialsImported it -> {}
      case DomainEvent.TrialsForgotten it -> {}
    }
  }

  private void started(DomainEvent.CampaignStarted event) {
    campaign(event.campaignId()).started(event);
    book.saw(event.hardware(), event.at());
    if (book.saw(PackFacts.of(event))) {
      refreshImports(event.pack().name());
    }
  }

  private void created(DomainEvent.ProposalCreated event) {
    campaignOf.put(event.proposal().id(), event.campaignId());
    baselineOf(event.proposal().changeset())
        .filter(found -> book.sawBaseline(event.campaignId(), event.proposal().pack(), found))
        .ifPresent(found -> refreshImports(event.proposal().pack()));
    on(event.proposal().id(), facts -> facts.created(event));
  }

  private static Optional<Configuration> baselineOf(Changeset changeset) {
    return switch (changeset) {
      case Changeset.Knobs knobs -> Optional.of(knobs.from());
      case Changeset.KnobsAndDiff both -> Optional.of(both.from());
      case Changeset.Diff diff -> Optional.empty();
    };
  }

  private void evaluated(DomainEvent.Evaluated event) {
    campaign(event.campaignId()).evaluated(event.evaluation());
    book.saw(event.evaluation().hardware(), event.at());
    on(event.evaluation().proposalId(), facts -> facts.evaluated(event));
  }

  private void imported(DomainEvent.ProfileImported event) {
    imports.put(event.profile().id(), event);
    book.saw(event.profile().hardware(), event.at());
    refreshImport(event);
  }

  private void noted(String profileId, DomainEvent event) {
    if (event instanceof DomainEvent.ProfileRevalidated again) {
      book.saw(again.evaluation().hardware(), again.at());
    }
    notes(profileId).add(event);
    DomainEvent.ProfileImported imported = imports.get(profileId);
    String proposal = proposalOf.get(profileId);
    if (imported != null) {
      refreshImport(imported);
    } else if (proposal != null) {
      refresh(proposal);
    }
  }

  private void on(String proposalId, Consumer<ProposalFacts> change) {
    change.accept(proposals.computeIfAbsent(proposalId, id -> new ProposalFacts()));
    refresh(proposalId);
  }

  private void refresh(String proposalId) {
    ProposalFacts facts = proposals.get(proposalId);
    CampaignFacts campaign = campaigns.get(campaignOf.getOrDefault(proposalId, ""));
    if (facts == null || campaign == null) {
      return;
    }
    String withdrawn = facts.withdrawn().orElse(null);
    for (TuningProfile profile : facts.profiles(campaign)) {
      proposalOf.put(profile.id(), proposalId);
      book.put(notes(profile.id()).apply(profile, withdrawn, campaign.origin()));
    }
  }

  private void refreshImports(String pack) {
    imports.values().stream()
        .filter(event -> event.profile().pack().equals(pack))
        .forEach(this::refreshImport);
  }

  private void refreshImport(DomainEvent.ProfileImported event) {
    PackFacts pack = book.pack(event.profile().pack()).orElse(null);
    TuningProfile profile = profile(event, pack);
    Origin origin = pack == null ? null : new Origin(pack.source(), pack.pack());
    book.put(notes(profile.id()).apply(profile, null, origin));
  }

  private static TuningProfile profile(
      DomainEvent.ProfileImported event, @Nullable PackFacts pack) {
    ImportedProfile it = event.profile();
    Machine machine = Machine.of(it.hardware());
    return new TuningProfile(
        it.id(),
        it.pack(),
        pack == null ? "" : PackFacts.packSha256(pack.pack()),
        pack == null ? "" : pack.spaceSha256(),
        it.hardware(),
        machine.sku(),
        machine.environment().fingerprint(),
        new Shape(it.shape(), it.arguments()),
        pack == null ? it.configuration() : pack.baseline(),
        it.configuration(),
        null,
        event.at(),
        new SearchRecord(it.evaluations(), 0, it.finished(), ""),
        new Provenance.Imported(
            it.format(),
            it.source(),
            it.contentSha256(),
            it.device(),
            it.value(),
            it.unit(),
            event.importedBy()));
  }

  private CampaignFacts campaign(String id) {
    return campaigns.computeIfAbsent(id, any -> new CampaignFacts());
  }

  private ProfileNotes notes(String profileId) {
    return notes.computeIfAbsent(profileId, any -> new ProfileNotes());
  }
}
