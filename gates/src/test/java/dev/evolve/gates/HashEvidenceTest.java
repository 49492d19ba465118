package dev.evolve.gates;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evolve.campaign.CampaignFixtures;
import dev.evolve.measure.Arm;
import dev.evolve.measure.BenchRun;
import dev.evolve.measure.BuildRecord;
import dev.evolve.measure.Evaluation;
import dev.evolve.pack.BenchPack;
import dev.evolve.pack.BenchPack.Output;
import dev.evolve.pack.OutputDemands;
import dev.evolve.pack.OutputDemands.DeclaredHash;
import dev.evolve.verdict.GateFinding;
import dev.evolve.verdict.Verdict;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** What the determinism gate makes of hashes that a bench prints. */
class HashEvidenceTest {

  private static final String OLD = "aaaaaaaa";
  private static final String NEW = "bbbbbbbb";
  private static final BenchPack CACHING =
      declaring(new DeclaredHash("cache", List.of("build/toy")));
  private static final BenchPack GRAPHING = declaring(new DeclaredHash("graph", List.of()));

  @Test
  void failsAKernelCacheThatStillIsTheBaselines() {
    GateFinding found = judge(CACHING, printing("cache", run -> OLD));

    assertThat(found.verdict()).isEqualTo(Verdict.FAIL);
    assertThat(found.summary()).contains("stale cache").contains("build/toy");
  }

  @Test
  void passesACacheThatChangesWithTheBuild() {
    Evaluation changed = printing("cache", run -> run.arm() == Arm.BASELINE ? OLD : NEW);

    assertThat(judge(CACHING, changed).verdict()).isEqualTo(Verdict.PASS);
  }

  @Test
  void callsACacheThatChangesWithoutTheBuildInvalid() {
    Evaluation changed = printing("cache", run -> run.arm() == Arm.BASELINE ? OLD : NEW);
    BuildRecord baseline = Confirmations.build(Arm.BASELINE);
    BuildRecord same =
        new BuildRecord(
            Arm.CANDIDATE, BuildRecord.Status.OK, 5, new TreeMap<>(baseline.artifacts()), "");

    assertThat(judge(CACHING, Confirmations.withBuilds(changed, List.of(baseline, same))).verdict())
        .isEqualTo(Verdict.INVALID);
  }

  @Test
  void showsAGraphThatChanged() {
    Evaluation changed = printing("graph", run -> run.arm() == Arm.BASELINE ? OLD : NEW);
    GateFinding found = judge(GRAPHING, changed);

    assertThat(found.verdict()).isEqualTo(Verdict.PASS);
    assertThat(found.evidence())
        .anySatisfy(item -> assertThat(item.observed()).contains("from aaaaaaaa to bbbbbbbb"));
  }

  @Test
  void failsAGraphThatDiffersFromRunToRun() {
    Evaluation candidate =
        printing("graph", run -> run.arm() == Arm.CANDIDATE && run.round() == 3 ? NEW : OLD);
    Evaluation baseline =
        printing("graph", run -> run.arm() == Arm.BASELINE && run.round() == 3 ? NEW : OLD);

    assertThat(judge(GRAPHING, candidate).verdict()).isEqualTo(Verdict.FAIL);
    assertThat(judge(GRAPHING, baseline).verdict()).isEqualTo(Verdict.INVALID);
    assertThat(judge(CampaignFixtures.pack(), baseline).verdict())
        .as("undeclared, but printed by every run")
        .isEqualTo(Verdict.INVALID);
  }

  @Test
  void isUndecidedWithoutAHashThatThePackDeclares() {
    assertThat(judge(GRAPHING, Confirmations.good()).verdict()).isEqualTo(Verdict.INCONCLUSIVE);
  }

  private static GateFinding judge(BenchPack pack, Evaluation evaluation) {
    return new DeterminismGate().judge(Confirmations.input(pack, evaluation));
  }

  private static BenchPack declaring(DeclaredHash hash) {
    return CampaignFixtures.producing(
        new Output(
            Output.Dtype.F32,
            Output.Measure.RELATIVE_L2,
            1e-6,
            new OutputDemands(null, List.of(), List.of(), List.of(hash))));
  }

  private static Evaluation printing(String name, Function<BenchRun, String> hash) {
    return Confirmations.withRuns(
        Confirmations.good(),
        runs ->
            runs.stream().map(run -> Confirmations.printing(run, name, hash.apply(run))).toList());
  }
}
