package dev.evolve.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.evolve.impact.KnobEffect;
import dev.evolve.impact.TrialSet;
import dev.evolve.impact.TrialSummary;
import dev.evolve.search.prior.KnownTrial;
import dev.evolve.search.prior.Prior;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.neo4j.driver.Driver;

/** The memory of trials on the server that the module's tests share. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class Neo4jTrialStoreIT {

  private static final int LARGE = 18_000;

  private Driver driver;
  private Neo4jTrialStore store;
  private Neo4jImpactStore projection;

  @BeforeAll
  void open() {
    assumeTrue(Neo4jProcess.missing().isEmpty(), Neo4jProcess.missing());
    driver = Neo4jProcess.shared().open();
    projection =
        new Neo4jImpactStore(
            driver, GraphLimits.STANDARD, InstantSource.fixed(GraphFixtures.START));
    projection.prepare();
    store = new Neo4jTrialStore(driver, GraphLimits.STANDARD);
  }

  @AfterAll
  @SuppressWarnings("ConstantValue") // null where the server is missing and the class was skipped
  void close() {
    if (driver != null) {
      driver.close();
    }
  }

  private static TrialSet set(String kernel, String hardware, String origin, int trials) {
    List<KnownTrial> all = new ArrayList<>();
    for (int i = 0; i < trials; i++) {
      List<String> values = List.of("" + i % 4, "" + i / 4 % 8, "" + i / 32, "x" + i % 3);
      all.add(
          i % 50 == 7
              ? KnownTrial.failed(values)
              : KnownTrial.ran(values, (i % 4 == 2 ? 1 : 2) * (1 + i % 97 / 1000.0)));
    }
    return new TrialSet(
        kernel,
        "4096x4096",
        hardware,
        origin,
        GraphFixtures.START,
        List.of("a", "b", "c", "d"),
        all);
  }

  @Test
  void givesBackALargeSetAsItWasAndReplacesItWhole() {
    TrialSet large = set("large", "gpu-1", "import:large", LARGE);
    store.remember(large);
    store.remember(large);
    assertThat(store.trials("large", "")).containsExactly(large);
    TrialSet smaller = set("large", "gpu-1", "import:large", 10);
    store.remember(smaller);
    assertThat(store.trials("large", "")).containsExactly(smaller);
  }

  @Test
  void forgetsASetAloneAndSaysWhatThereIs() {
    TrialSet one = set("undone", "gpu-1", "import:m1:a.json", 10);
    TrialSet other = set("undone", "gpu-1", "import:m2:a.json", 12);
    store.remember(one);
    store.remember(other);
    assertThat(summaries("undone"))
        .containsExactly(
            new TrialSummary(
                one.id(),
                "undone",
                "4096x4096",
                "gpu-1",
                "import:m1:a.json",
                GraphFixtures.START,
                List.of("a", "b", "c", "d"),
                10),
            new TrialSummary(
                other.id(),
                "undone",
                "4096x4096",
                "gpu-1",
                "import:m2:a.json",
                GraphFixtures.START,
                List.of("a", "b", "c", "d"),
                12));

    store.forget(one.id());
    store.forget(one.id());

    assertThat(store.trials("undone", "")).containsExactly(other);
    assertThat(summaries("undone")).hasSize(1);
  }

  private List<TrialSummary> summaries(String kernel) {
    return store.summaries().stream().filter(set -> set.kernel().equals(kernel)).toList();
  }

  @Test
  void leavesOutTheMachineInQuestionAndOrdersTheOthers() {
    store.remember(set("conv", "gpu-2", "campaign:c1", 20));
    store.remember(set("conv", "gpu-3", "import:x", 20));
    store.remember(set("conv", "gpu-1", "import:x", 20));
    assertThat(store.trials("conv", "gpu-2"))
        .extracting(TrialSet::hardwareId)
        .containsExactly("gpu-1", "gpu-3");
    Prior prior = store.prior("conv", "gpu-2", GraphFixtures.START.plus(Duration.ofDays(9)));
    assertThat(prior.sources()).allMatch(source -> source.ageDays() == 9);
    assertThat(prior.sources().getFirst().name()).isEqualTo("gpu-1 (4096x4096)");
  }

  @Test
  void findsKernelsOfAFamilyByTheirKnobs() {
    store.remember(family("one", List.of("fam-p", "fam-q", "fam-r"), 1));
    store.remember(family("two", List.of("fam-p", "fam-q"), 3));
    store.remember(family("three", List.of("fam-p", "fam-q"), 2));
    store.remember(family("four", List.of("fam-p", "other"), 4));
    List<String> knobs = List.of("fam-p", "fam-q", "fam-r");

    assertThat(store.family("nobody", knobs, 9))
        .extracting(TrialSet::kernel)
        .as("most knobs first, then the newest; one of three is no family")
        .containsExactly("one", "two", "three");
    assertThat(store.family("one", knobs, 1)).extracting(TrialSet::kernel).containsExactly("two");
    assertThat(store.family("", List.of("nothing"), 9)).isEmpty();
  }

  private static TrialSet family(String kernel, List<String> knobs, int day) {
    return new TrialSet(
        kernel,
        "",
        "gpu-1",
        "import:family",
        GraphFixtures.START.plus(Duration.ofDays(day)),
        knobs,
        List.of(KnownTrial.ran(knobs.stream().map(knob -> "1").toList(), 1)));
  }

  @Test
  void saysWhatAKnobsValuesDidOnEachMachine() {
    store.remember(set("effects", "gpu-1", "import:e", 640));
    List<KnobEffect> effects = store.effects("effects");
    KnobEffect best =
        effects.stream()
            .filter(effect -> effect.parameter().equals("a"))
            .min(java.util.Comparator.comparingDouble(KnobEffect::factor))
            .orElseThrow();
    assertThat(best.value()).isEqualTo("2");
    assertThat(best.factor()).isBetween(0.4, 0.8);
    assertThat(best.hardwareId()).isEqualTo("gpu-1");
  }

  @Test
  void outlivesTheProjectionBeingMadeAgain() {
    TrialSet kept = set("kept", "gpu-1", "import:k", 5);
    store.remember(kept);
    projection.clear();
    assertThat(store.trials("kept", "")).containsExactly(kept);
  }
}
