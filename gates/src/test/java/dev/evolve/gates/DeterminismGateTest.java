package dev.evolve.gates;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evolve.campaign.CampaignFixtures;
import dev.evolve.measure.Accuracy;
import dev.evolve.measure.Arm;
import dev.evolve.measure.Evaluation;
import dev.evolve.measure.ParityObservation;
import dev.evolve.measure.ParityObservation.Magnitude;
import dev.evolve.measure.RepeatObservation;
import dev.evolve.pack.BenchPack;
import dev.evolve.pack.BenchPack.Output;
import dev.evolve.pack.OutputDemands;
import dev.evolve.pack.Scenario;
import dev.evolve.verdict.Evidence;
import dev.evolve.verdict.GateFinding;
import dev.evolve.verdict.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What the determinism gate asks of repeats, parity and accuracy. */
class DeterminismGateTest {

  private static final List<String> REFERENCE = List.of("build/toy", "{seed}", "{output}");
  private static final Scenario EDGE = new Scenario("one", Scenario.Role.EDGE, List.of());
  private static final Scenario HOSTILE =
      new Scenario("infinities", Scenario.Role.ADVERSARIAL, List.of());

  @Test
  void passesACandidateAsAccurateAsTheBaseline() {
    GateFinding found = judge(withReference(), accurate(2e-7, 2.1e-7));

    assertThat(found.verdict()).isEqualTo(Verdict.PASS);
    assertThat(evidence(found, "small/accuracy").observed()).contains("2.10e-07", "2.00e-07");
  }

  @Test
  void failsACandidateThatComputesLessAccurately() {
    GateFinding found = judge(withReference(), accurate(5e-7, 9e-7));

    assertThat(found.verdict()).isEqualTo(Verdict.FAIL);
    Evidence.Figures figures = Objects.requireNonNull(evidence(found, "small/accuracy").figures());
    assertThat(figures.value()).isEqualTo(9e-7);
    assertThat(figures.limit()).isBetween(5.5e-7, 6e-7);
  }

  @Test
  void doesNotHoldAnErrorOfAFewRoundOffsAgainstABetterOne() {
    assertThat(judge(withReference(), accurate(5e-8, 4e-7)).verdict()).isEqualTo(Verdict.PASS);
  }

  @Test
  void isUndecidedWithoutTheReferenceThatThePackDeclares() {
    GateFinding absent = judge(withReference(), Confirmations.good());
    GateFinding broken =
        judge(
            withReference(),
            repeats(it -> with(it, Accuracy.missing("the reference ended with code 1"))));

    assertThat(absent.verdict()).isEqualTo(Verdict.INCONCLUSIVE);
    assertThat(broken.verdict()).isEqualTo(Verdict.INCONCLUSIVE);
    assertThat(broken.summary()).contains("ended with code 1").contains("by hand");
  }

  @Test
  void callsABaselineThatIsFarFromItsReferenceInvalid() {
    assertThat(judge(withReference(), accurate(0.01, 0.01)).verdict()).isEqualTo(Verdict.INVALID);
  }

  @Test
  void widensAToleranceBelowTenTimesTheNoiseOfTheBaselineAndSaysSo() {
    Evaluation noisy =
        Confirmations.withParity(
            accurate(9e-7, 9e-7), parity -> all(parity, it -> apart(it, 8e-6)));

    GateFinding found = judge(withReference(), noisy);

    assertThat(found.verdict()).isEqualTo(Verdict.PASS);
    assertThat(evidence(found, "small/tolerance").detail()).contains("9.00e-06", "bitwise");
    assertThat(judge(CampaignFixtures.pack(), noisy).verdict()).isEqualTo(Verdict.FAIL);
  }

  @Test
  void failsASingleElementThatVanishesInTheNorm() {
    Evaluation one =
        Confirmations.withParity(
            Confirmations.good(),
            parity -> all(parity, it -> with(it, new Magnitude(1 << 20, 1024, 1e-4, 4000))));

    GateFinding found = judge(CampaignFixtures.pack(), one);

    assertThat(found.verdict()).isEqualTo(Verdict.FAIL);
    assertThat(found.summary()).contains("4000 units in the last place");
    Evidence.Figures figures = Objects.requireNonNull(evidence(found, "small/parity").figures());
    assertThat(figures.value()).isEqualTo(4000);
    assertThat(figures.limit()).isEqualTo(128);
    assertThat(figures.unit()).isEqualTo("ulp");
  }

  @Test
  void doesNotHoldANumberThatCancelledToThePrecisionOfItsRemainder() {
    Evaluation cancelled =
        Confirmations.withParity(
            Confirmations.good(),
            parity -> {
              parity.set(4, with(parity.get(4), new Magnitude(1, 1e-3, 1e-8, 200)));
              return parity;
            });

    assertThat(judge(CampaignFixtures.pack(), cancelled).verdict()).isEqualTo(Verdict.PASS);
  }

  @Test
  void callsABaselineThatDoesNotRepeatItselfInvalid() {
    Evaluation loose =
        repeats(
            it ->
                it.arm() == Arm.BASELINE
                    ? Confirmations.repeat(it.scenario(), it.arm(), List.of("x", "y", "x"))
                    : it);

    assertThat(judge(CampaignFixtures.pack(), loose).verdict()).isEqualTo(Verdict.INVALID);
  }

  @Test
  void asksForOneSeedAndOneMachine() {
    Evaluation seeds = repeats(it -> it.arm() == Arm.BASELINE ? copy(it, 6, it.hardwareId()) : it);
    Evaluation moved = repeats(it -> copy(it, it.seed(), "another"));
    Evaluation unknown = repeats(it -> copy(it, it.seed(), null));

    assertThat(judge(CampaignFixtures.pack(), seeds).verdict()).isEqualTo(Verdict.INVALID);
    assertThat(judge(CampaignFixtures.pack(), moved).verdict()).isEqualTo(Verdict.INVALID);
    assertThat(judge(CampaignFixtures.pack(), unknown).verdict()).isEqualTo(Verdict.INCONCLUSIVE);
  }

  @Test
  void doesNotPassAnEdgeShapeThatWasNotRun() {
    GateFinding found = judge(checking(EDGE), Confirmations.good());

    assertThat(found.verdict()).isEqualTo(Verdict.INCONCLUSIVE);
    assertThat(found.summary()).contains("one/");
  }

  @Test
  void failsAnEdgeShapeOnWhichOutputsDiffer() {
    assertThat(judge(checking(EDGE), checked(EDGE, Confirmations.magnitude(0), 0)).verdict())
        .isEqualTo(Verdict.PASS);
    assertThat(judge(checking(EDGE), checked(EDGE, Confirmations.magnitude(0.5), 0)).verdict())
        .isEqualTo(Verdict.FAIL);
  }

  @Test
  void takesAnOutputWithoutFiniteElementsOnAdversarialInputsOnly() {
    assertThat(judge(checking(HOSTILE), checked(HOSTILE, null, 0)).verdict())
        .isEqualTo(Verdict.PASS);
    assertThat(judge(checking(HOSTILE), checked(HOSTILE, null, 1)).verdict())
        .isEqualTo(Verdict.FAIL);
    assertThat(judge(checking(EDGE), checked(EDGE, null, 0)).verdict()).isEqualTo(Verdict.FAIL);
  }

  @Test
  void acceptsOnlyEqualWholeNumbers() {
    BenchPack integers =
        CampaignFixtures.producing(
            new Output(Output.Dtype.I32, Output.Measure.BITWISE, 0, OutputDemands.NONE));
    Evaluation different = Confirmations.good();
    Evaluation equal =
        Confirmations.withParity(
            different,
            parity ->
                all(
                    parity,
                    it ->
                        new ParityObservation(
                            it.scenario(), it.round(), it.seed(), 9, 0, 0, 0, true, "", null)));

    assertThat(judge(integers, different).verdict()).isEqualTo(Verdict.FAIL);
    assertThat(judge(integers, equal).verdict()).isEqualTo(Verdict.PASS);
  }

  private static GateFinding judge(BenchPack pack, Evaluation evaluation) {
    return new DeterminismGate().judge(Confirmations.input(pack, evaluation));
  }

  private static BenchPack withReference() {
    return producing(new OutputDemands(null, REFERENCE, List.of(), List.of()));
  }

  private static BenchPack checking(Scenario scenario) {
    return producing(new OutputDemands(null, List.of(), List.of(scenario), List.of()));
  }

  private static BenchPack producing(OutputDemands checks) {
    return CampaignFixtures.producing(
        new Output(Output.Dtype.F32, Output.Measure.RELATIVE_L2, 1e-6, checks));
  }

  private static Evaluation accurate(double baseline, double candidate) {
    return repeats(
        it -> {
          double error = it.arm() == Arm.BASELINE ? baseline : candidate;
          return with(it, new Accuracy(100_000, error, error, 1, ""));
        });
  }

  private static Evaluation repeats(Function<RepeatObservation, RepeatObservation> change) {
    Evaluation good = Confirmations.good();
    return Confirmations.withRepeats(good, good.repeats().stream().map(change).toList());
  }

  private static RepeatObservation with(RepeatObservation of, Accuracy accuracy) {
    return new RepeatObservation(
        of.scenario(),
        of.arm(),
        of.seed(),
        of.outputSha256(),
        accuracy,
        of.hashes(),
        of.hardwareId());
  }

  private static RepeatObservation copy(
      RepeatObservation of, long seed, @Nullable String hardware) {
    return new RepeatObservation(
        of.scenario(), of.arm(), seed, of.outputSha256(), of.accuracy(), of.hashes(), hardware);
  }

  private static List<ParityObservation> all(
      List<ParityObservation> parity, UnaryOperator<ParityObservation> change) {
    return parity.stream().map(change).toList();
  }

  private static ParityObservation apart(ParityObservation of, double relativeL2) {
    return with(of, Confirmations.magnitude(relativeL2));
  }

  private static ParityObservation with(ParityObservation of, Magnitude magnitude) {
    return new ParityObservation(
        of.scenario(),
        of.round(),
        of.seed(),
        magnitude.finite(),
        magnitude.differenceNorm() / magnitude.baselineNorm(),
        0,
        0,
        false,
        "",
        magnitude);
  }

  /** Everything good, and three outputs of a scenario that is not timed. */
  private static Evaluation checked(
      Scenario scenario, @Nullable Magnitude magnitude, long mismatches) {
    Evaluation good = Confirmations.good();
    List<RepeatObservation> repeats = new ArrayList<>(good.repeats());
    for (Arm arm : Arm.values()) {
      repeats.add(Confirmations.repeat(scenario.name(), arm, List.of("x", "x", "x")));
    }
    return Confirmations.withParity(
        Confirmations.withRepeats(good, repeats),
        parity -> {
          for (int round = 0; round < 3; round++) {
            parity.add(
                new ParityObservation(
                    scenario.name(),
                    round,
                    round == 0 ? 5 : round,
                    9,
                    0,
                    0,
                    mismatches,
                    false,
                    "",
                    magnitude));
          }
          return parity;
        });
  }

  private static Evidence evidence(GateFinding finding, String name) {
    return finding.evidence().stream()
        .filter(item -> item.name().equals(name))
        .findFirst()
        .orElseThrow();
  }
}
