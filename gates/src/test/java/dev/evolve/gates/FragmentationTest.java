package dev.evolve.gates;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.evolve.campaign.CampaignFixtures;
import dev.evolve.measure.Arm;
import dev.evolve.measure.BenchRun;
import dev.evolve.measure.Evaluation;
import dev.evolve.measure.MetricValue;
import dev.evolve.pack.BenchPack;
import dev.evolve.pack.Fragmentation;
import dev.evolve.verdict.Evidence;
import dev.evolve.verdict.GateFinding;
import dev.evolve.verdict.Verdict;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;

/** Fragmentation, 1 - largest free block / free memory, as the memory gate judges it. */
class FragmentationTest {

  private static final Fragmentation TOLERANT = new Fragmentation("free", "largest", 0, 0.05);
  private static final Fragmentation WANTING = new Fragmentation("free", "largest", 0.2, 0);

  @Test
  void passesUpToTheToleranceAndFailsBeyond() {
    assertThat(judge(TOLERANT, 0.34).verdict()).isEqualTo(Verdict.PASS);
    assertThat(judge(TOLERANT, 0.36).verdict()).isEqualTo(Verdict.FAIL);
  }

  @Test
  void wantsTheGainThatIsDeclared() {
    assertThat(judge(WANTING, 0.23).verdict()).isEqualTo(Verdict.PASS);
    GateFinding finding = judge(WANTING, 0.25);
    assertThat(finding.verdict()).isEqualTo(Verdict.FAIL);
    Evidence.Figures figures =
        Objects.requireNonNull(
            finding.evidence().stream()
                .filter(item -> item.name().equals("small/fragmentation"))
                .findFirst()
                .orElseThrow()
                .figures());
    assertThat(figures.value()).isEqualTo(0.25);
    assertThat(figures.limit()).isCloseTo(0.24, within(1e-9));
    assertThat(figures.unit()).isEqualTo("1");
  }

  @Test
  void neverPassesWhereAMetricIsMissingOrImpossible() {
    assertThat(judge((run, metrics) -> metrics.remove("free")).verdict())
        .isEqualTo(Verdict.INVALID);
    assertThat(judge((run, metrics) -> metrics.put("free", new MetricValue(0, "B"))).verdict())
        .isEqualTo(Verdict.INVALID);
    assertThat(judge((run, metrics) -> metrics.put("free", new MetricValue(9, "kB"))).verdict())
        .isEqualTo(Verdict.INVALID);
    assertThat(
            judge((run, metrics) -> metrics.put("largest", new MetricValue(Double.NaN, "B")))
                .verdict())
        .isEqualTo(Verdict.INVALID);
    assertThat(judge((run, metrics) -> metrics.put("largest", new MetricValue(2e6, "B"))).verdict())
        .isEqualTo(Verdict.INVALID);
  }

  private static GateFinding judge(Fragmentation wanted, double candidate) {
    return judge(
        wanted, (run, metrics) -> put(metrics, run.arm() == Arm.CANDIDATE ? candidate : 0.3));
  }

  /** Of runs that are good but for one change to one of them. */
  private static GateFinding judge(BiConsumer<BenchRun, TreeMap<String, MetricValue>> change) {
    return judge(
        TOLERANT,
        (run, metrics) -> {
          put(metrics, 0.3);
          if (run.round() == 3 && run.arm() == Arm.CANDIDATE) {
            change.accept(run, metrics);
          }
        });
  }

  private static void put(TreeMap<String, MetricValue> metrics, double fragmentation) {
    metrics.put("free", new MetricValue(1e6, "B"));
    metrics.put("largest", new MetricValue(1e6 * (1 - fragmentation), "B"));
  }

  private static GateFinding judge(
      Fragmentation wanted, BiConsumer<BenchRun, TreeMap<String, MetricValue>> change) {
    BenchPack plain = CampaignFixtures.pack();
    BenchPack pack =
        CampaignFixtures.with(
            new BenchPack.Thresholds(
                plain.gates().perf(),
                new BenchPack.Thresholds.Memory(0.03, wanted),
                plain.gates().canary()),
            plain.metrics(),
            null);
    Evaluation runs =
        Confirmations.withRuns(
            Confirmations.good(), all -> all.stream().map(run -> changed(run, change)).toList());
    return new MemoryGate().judge(Confirmations.input(pack, runs));
  }

  private static BenchRun changed(
      BenchRun run, BiConsumer<BenchRun, TreeMap<String, MetricValue>> change) {
    TreeMap<String, MetricValue> metrics = new TreeMap<>(run.metrics());
    change.accept(run, metrics);
    return Confirmations.with(run, metrics);
  }
}
