package dev.evolve.app.bench.profiles;

import dev.evolve.app.profiles.ProfileViews;
import dev.evolve.event.DomainEvent;
import dev.evolve.event.RecordedEvent;
import dev.evolve.measure.Evaluation;
import dev.evolve.pack.BenchPack;
import dev.evolve.pack.Configuration;
import dev.evolve.pack.HardwareProfile;
import dev.evolve.pack.PackSource;
import dev.evolve.pack.Scenario;
import dev.evolve.proposal.Changeset;
import dev.evolve.proposal.Proposal;
import dev.evolve.proposal.ProposalStage;
import dev.evolve.proposal.RiskScore;
import dev.evolve.verdict.Effect;
import dev.evolve.verdict.Evidence;
import dev.evolve.verdict.GateFinding;
import dev.evolve.verdict.Verdict;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/**
 * A log of campaigns on one pack, one on each of many imaginary machines, each with a candidate
 * that the gates passed: a fleet as the lookup meets it.
 */
final class BenchHistory {

  private final BenchPack pack;
  private final int machines;

  /**
   * @param pack the pack
   * @param machines how many machines
   */
  BenchHistory(BenchPack pack, int machines) {
    this.pack = pack;
    this.machines = machines;
  }

  /** How many profiles it holds. */
  int profiles() {
    return machines * (pack.scenarios().size() + 1);
  }

  /** A machine; the first is that of the service. */
  static HardwareProfile machine(int number) {
    return new HardwareProfile(
        "amd64",
        "Imaginary CPU " + number,
        8,
        1L << 34,
        "Linux 6.12",
        "0x1",
        "cc (GCC) 14.2.0",
        "unknown",
        new TreeMap<>());
  }

  /** What somebody on one of the machines asks. */
  String question(RandomGenerator random) {
    int shape = random.nextInt(pack.scenarios().size());
    return "pack="
        + pack.name()
        + "&hardware="
        + machine(random.nextInt(machines)).id()
        + "&shape="
        + pack.scenarios().get(shape).name();
  }

  /** Gives the views the whole log. */
  void tell(ProfileViews views, Instant at) {
    for (int i = 0; i < machines; i++) {
      List<DomainEvent> events = campaign("c" + i, "c" + i + "-p1", machine(i), at);
      for (int sequence = 0; sequence < events.size(); sequence++) {
        views.recorded(
            0,
            (long) i * events.size() + sequence,
            new RecordedEvent(
                "c" + i + "-" + sequence, "c" + i, sequence, 1, "", "", events.get(sequence)));
      }
    }
    views.caughtUp();
  }

  private List<DomainEvent> campaign(
      String campaign, String proposal, HardwareProfile hardware, Instant at) {
    List<DomainEvent> events = new ArrayList<>();
    events.add(
        new DomainEvent.CampaignStarted(
            campaign,
            at,
            new PackSource("/imaginary", "main", "0".repeat(40), ""),
            pack,
            hardware,
            1,
            64,
            10,
            "bench"));
    events.add(new DomainEvent.ProposalCreated(campaign, at, proposal(campaign, proposal), "", ""));
    events.add(new DomainEvent.Evaluated(campaign, at, evaluation(proposal, hardware)));
    events.add(judged(campaign, at, proposal, "determinism", List.of()));
    events.add(judged(campaign, at, proposal, "perf", effects()));
    events.add(
        new DomainEvent.StageChanged(
            campaign, at, proposal, ProposalStage.EVALUATING, ProposalStage.GATED, "passed"));
    return events;
  }

  private Proposal proposal(String campaign, String proposal) {
    Configuration baseline = pack.defaults();
    return new Proposal(
        proposal,
        campaign,
        pack.name(),
        pack.domain(),
        "auto-tuner",
        "imaginary",
        "faster",
        new Changeset.Knobs(baseline, baseline),
        null,
        new RiskScore(0, new TreeMap<>()));
  }

  private static Evaluation evaluation(String proposal, HardwareProfile hardware) {
    return new Evaluation(
        proposal + "-confirm",
        proposal,
        Evaluation.Phase.CONFIRMATION,
        1,
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        hardware,
        new Evaluation.SandboxRecord("imaginary", List.of(), List.of()));
  }

  private static DomainEvent judged(
      String campaign, Instant at, String proposal, String gate, List<Effect> effects) {
    return new DomainEvent.GateJudged(
        campaign,
        at,
        proposal,
        GateFinding.of(
            gate, "passed", List.of(new Evidence("all", Verdict.PASS, "", "", "")), effects));
  }

  private List<Effect> effects() {
    return pack.scenarios().stream().map(this::effect).toList();
  }

  private Effect effect(Scenario scenario) {
    return new Effect(
        scenario.name(),
        pack.objective().name(),
        pack.objective().unit(),
        0.8,
        0.78,
        0.82,
        0.99,
        14,
        100,
        80);
  }
}
