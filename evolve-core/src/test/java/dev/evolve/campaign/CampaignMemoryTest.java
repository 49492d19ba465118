package dev.evolve.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evolve.impact.TrialSet;
import dev.evolve.search.prior.KnownSpace;
import dev.evolve.search.prior.KnownTrial;
import dev.evolve.search.prior.Prior;
import dev.evolve.search.space.Space;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What the knowledge graph adds to the memory of campaigns. */
class CampaignMemoryTest {

  private static final Instant AT = Instant.ofEpochSecond(1_000_000);
  private static final String HERE = "here";

  private final Space space = CampaignFixtures.anything().of(CampaignFixtures.pack());

  private static TrialSet set(String hardware, String origin, Instant at, int trials) {
    List<KnownTrial> all =
        IntStream.range(0, trials)
            .mapToObj(i -> KnownTrial.ran(List.of(String.valueOf(i + 1)), 1 + i))
            .toList();
    return new TrialSet("toy", "", hardware, origin, at, List.of("TILE"), all);
  }

  private List<String> sources(List<TrialSet> sets) {
    return CampaignMemory.with(Prior.NONE, space, sets, HERE, Set.of("c1"), AT).sources().stream()
        .map(KnownSpace::name)
        .toList();
  }

  @Test
  void takesImportsOfEveryMachineAndCampaignsOfOthers() {
    List<TrialSet> sets =
        List.of(
            set(HERE, "import:a", AT, 5),
            set("there", "import:b", AT.minusSeconds(1), 5),
            set("there", "campaign:c2", AT.minusSeconds(2), 5));

    assertThat(sources(sets))
        .containsExactly("import:a on here", "import:b on there", "campaign:c2 on there");
  }

  @Test
  void leavesOutCampaignsThatTheLogSpeaksFor() {
    List<TrialSet> sets =
        List.of(set(HERE, "campaign:c9", AT, 5), set("there", "campaign:c1", AT, 5));

    assertThat(sources(sets)).isEmpty();
  }

  @Test
  void leavesOutWhatTurnsOtherKnobsOrHoldsNextToNothing() {
    TrialSet foreign =
        new TrialSet(
            "toy",
            "",
            "there",
            "import:x",
            AT,
            List.of("UNROLL"),
            List.of(
                KnownTrial.ran(List.of("1"), 1),
                KnownTrial.ran(List.of("2"), 1),
                KnownTrial.ran(List.of("3"), 1),
                KnownTrial.ran(List.of("4"), 1)));

    assertThat(sources(List.of(foreign, set("there", "import:y", AT, 3)))).isEmpty();
  }

  @Test
  void keepsTheNewestSetsAndBoundsTheirTrials() {
    List<TrialSet> sets = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      sets.add(set("there", "import:" + i, AT.minus(Duration.ofDays(12 - i)), 400));
    }

    Prior prior = CampaignMemory.with(Prior.NONE, space, sets, HERE, Set.of(), AT);

    assertThat(prior.sources()).hasSize(CampaignMemory.MOST_SETS);
    assertThat(prior.sources().getFirst().name()).isEqualTo("import:11 on there");
    assertThat(prior.sources().getFirst().ageDays()).isEqualTo(1);
    assertThat(prior.sources())
        .allMatch(source -> source.trials().size() == CampaignMemory.MOST_TRIALS);
  }

  @Test
  void putsTheCampaignsOfTheLogFirst() {
    KnownSpace campaign =
        new KnownSpace("c1 on this", 0, List.of("TILE"), List.of(KnownTrial.ran(List.of("1"), 1)));

    Prior prior =
        CampaignMemory.with(
            new Prior(List.of(campaign)),
            space,
            List.of(set("there", "import:a", AT, 5)),
            HERE,
            Set.of("c1"),
            AT);

    assertThat(prior.sources())
        .extracting(KnownSpace::name)
        .containsExactly("c1 on this", "import:a on there");
  }
}
