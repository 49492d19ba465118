package dev.evolve.gates;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evolve.campaign.CampaignFixtures;
import dev.evolve.measure.Arm;
import dev.evolve.measure.Evaluation;
import dev.evolve.measure.SoakObservation;
import dev.evolve.measure.SoakObservation.Sample;
import dev.evolve.measure.SoakObservation.Status;
import dev.evolve.pack.BenchPack;
import dev.evolve.pack.Soak;
import dev.evolve.verdict.Evidence;
import dev.evolve.verdict.GateFinding;
import dev.evolve.verdict.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the memory gate says of soaks: only an unbroken pair without a leak passes. */
class SoakGateTest {

  private static final DoubleUnaryOperator FLAT = hours -> 0;
  private static final DoubleUnaryOperator LEAK = hours -> 0.005 * hours;

  @Test
  void passesACandidateThatDoesNotLeak() {
    GateFinding finding = judge(soak(1, null), pair(1, FLAT, FLAT));
    assertThat(finding.verdict()).isEqualTo(Verdict.PASS);
    assertThat(finding.summary()).contains("no leak in the soak");
    Evidence growth = evidence(finding, "soak/growth per hour");
    assertThat(growth.detail()).contains("minimum detectable leak");
    assertThat(figures(finding, "soak/growth per hour").limit()).isEqualTo(0.1);
    assertThat(figures(finding, "soak/growth per hour").unit()).isEqualTo("%/h");
  }

  @Test
  void failsACandidateThatLeaksHalfAPercentPerHour() {
    GateFinding finding = judge(soak(1, null), pair(1, FLAT, LEAK));
    assertThat(finding.verdict()).isEqualTo(Verdict.FAIL);
    assertThat(figures(finding, "soak/growth per hour").value()).isBetween(0.3, 0.7);
  }

  @Test
  void passesALeakThatTheBaselineHasToo() {
    assertThat(judge(soak(1, null), pair(1, LEAK, LEAK)).verdict()).isEqualTo(Verdict.PASS);
  }

  @Test
  void judgesGrowthPerMillionUnitsOfWork() {
    GateFinding fails = judge(soak(1, 1.0), pair(1, FLAT, LEAK));
    assertThat(evidence(fails, "soak/growth per million units of work").verdict())
        .isEqualTo(Verdict.FAIL);
    // 8 h at 100,000 units an hour: 0.5 % an hour is 5 % a million.
    assertThat(figures(fails, "soak/growth per million units of work").value()).isBetween(3.0, 7.0);
    assertThat(judge(soak(1, 1.0), pair(1, FLAT, FLAT)).verdict()).isEqualTo(Verdict.PASS);
  }

  @Test
  void decidesNothingWhereASoakIsTooNoisyToExcludeALeak() {
    List<SoakObservation> noisy =
        change(
            pair(1, FLAT, FLAT),
            Arm.CANDIDATE,
            it -> {
              SplittableRandom random = new SplittableRandom(1);
              double[] level = {0};
              return it.stream()
                  .map(
                      sample -> {
                        level[0] = 0.98 * level[0] + 0.01 * random.nextGaussian();
                        return new Sample(
                            sample.atSeconds(),
                            sample.memoryBytes() * Math.exp(level[0]),
                            sample.work());
                      })
                  .toList();
            });
    GateFinding finding = judge(soak(1, null), noisy);
    assertThat(finding.verdict()).isNotEqualTo(Verdict.PASS);
    assertThat(evidence(finding, "soak/growth per hour").detail()).contains("detectable");
  }

  @Test
  void decidesNothingWithoutTheSoakThatIsDeclared() {
    GateFinding finding = judge(soak(1, null), List.of());
    assertThat(finding.verdict()).isEqualTo(Verdict.INCONCLUSIVE);
    assertThat(evidence(finding, "soak").observed()).isEqualTo("none");
  }

  @Test
  void failsACandidateThatBreaksDownButNotForTheBaselinesSake() {
    List<SoakObservation> good = pair(1, FLAT, FLAT);
    assertThat(judge(soak(1, null), ended(good, Arm.CANDIDATE)).verdict()).isEqualTo(Verdict.FAIL);
    assertThat(judge(soak(1, null), ended(good, Arm.BASELINE)).verdict())
        .isEqualTo(Verdict.INVALID);
  }

  @ParameterizedTest
  @EnumSource
  void neverPassesABrokenSoak(Broken broken) {
    for (Arm arm : Arm.values()) {
      List<SoakObservation> soaks = change(pair(1, FLAT, FLAT), arm, broken::of);
      assertThat(judge(soak(1, null), soaks).verdict()).as(arm.name()).isEqualTo(Verdict.INVALID);
    }
  }

  /** Ways in which samples cannot be judged. */
  enum Broken {
    EMPTY,
    SHORT,
    GAP,
    NAN,
    ZERO,
    INFINITE,
    UNSORTED,
    DUPLICATED,
    OTHER_TIME_UNIT,
    STALE,
    MORE_WORK,
    WORK_FALLS;

    List<Sample> of(List<Sample> samples) {
      List<Sample> changed = new ArrayList<>(samples);
      Sample middle = samples.get(500);
      switch (this) {
        case EMPTY -> changed.clear();
        case SHORT -> changed.subList(600, changed.size()).clear();
        case GAP -> changed.subList(500, 560).clear();
        case NAN -> changed.set(500, new Sample(middle.atSeconds(), Double.NaN, middle.work()));
        case ZERO -> changed.set(500, new Sample(middle.atSeconds(), 0, middle.work()));
        case INFINITE ->
            changed.set(
                500, new Sample(middle.atSeconds(), Double.POSITIVE_INFINITY, middle.work()));
        case UNSORTED -> changed.add(100, middle);
        case DUPLICATED -> changed.add(500, middle);
        case OTHER_TIME_UNIT ->
            changed.replaceAll(it -> new Sample(it.atSeconds() / 60, it.memoryBytes(), it.work()));
        case STALE ->
            changed.replaceAll(
                it ->
                    new Sample(
                        it.atSeconds(), it.memoryBytes(), Math.min(middle.work(), it.work())));
        case MORE_WORK ->
            changed.replaceAll(it -> new Sample(it.atSeconds(), it.memoryBytes(), 1.1 * it.work()));
        case WORK_FALLS ->
            changed.set(500, new Sample(middle.atSeconds(), middle.memoryBytes(), 0));
      }
      return changed;
    }
  }

  @Test
  void takesNoSoakOfOneArmOrOfAnotherPace() {
    List<SoakObservation> one = pair(1, FLAT, FLAT).subList(0, 1);
    assertThat(judge(soak(1, null), one).verdict()).isEqualTo(Verdict.INVALID);
    assertThat(judge(soak(1, null), pair(4, FLAT, FLAT)).verdict()).isEqualTo(Verdict.INVALID);
  }

  @Test
  void takesNoSoakOnTwoSeeds() {
    List<SoakObservation> soaks = new ArrayList<>(pair(1, FLAT, FLAT));
    SoakObservation second = soaks.getLast();
    soaks.set(
        1,
        new SoakObservation(
            second.arm(), second.pace(), 99, second.status(), "", second.samples()));
    assertThat(judge(soak(1, null), soaks).verdict()).isEqualTo(Verdict.INVALID);
  }

  @Test
  void takesACompressedSoakWhereWorkIsShownToDriveMemory() {
    List<SoakObservation> soaks = new ArrayList<>(pair(8, FLAT, FLAT));
    assertThat(judge(soak(8, null), soaks).verdict()).isEqualTo(Verdict.INVALID);

    soaks.addAll(pair(4, FLAT, FLAT));
    GateFinding proven = judge(soak(8, null), soaks);
    assertThat(proven.verdict()).isEqualTo(Verdict.PASS);
    assertThat(proven.evidence())
        .extracting(Evidence::name)
        .contains("soak/candidate at pace 8/compression");
  }

  @Test
  void findsTheLeakOfACompressedSoak() {
    List<SoakObservation> soaks = new ArrayList<>(pair(8, FLAT, LEAK));
    soaks.addAll(pair(4, FLAT, LEAK));
    assertThat(judge(soak(8, null), soaks).verdict()).isEqualTo(Verdict.FAIL);
  }

  @Test
  void takesNoCompressedSoakOfAProgramWhoseMemoryFollowsTime() {
    // The same work takes twice the time at half the pace, and grows twice as much.
    List<SoakObservation> soaks = new ArrayList<>(pair(8, FLAT, hours -> 0.02 * hours / 8));
    soaks.addAll(pair(4, FLAT, hours -> 0.02 * hours / 4 + 0.01 * hours));
    assertThat(judge(soak(8, null), soaks).verdict()).isEqualTo(Verdict.INVALID);
  }

  private static GateFinding judge(Soak soak, List<SoakObservation> soaks) {
    Evaluation good = Confirmations.good();
    BenchPack pack = CampaignFixtures.soaking(soak);
    return new MemoryGate()
        .judge(Confirmations.input(pack, soaks.isEmpty() ? good : good.withSoaks(soaks)));
  }

  private static Evidence.Figures figures(GateFinding finding, String name) {
    return Objects.requireNonNull(evidence(finding, name).figures());
  }

  private static Evidence evidence(GateFinding finding, String name) {
    return finding.evidence().stream()
        .filter(item -> item.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static Soak soak(int compression, @Nullable Double perMillion) {
    return new Soak(
        List.of("toy", "{seed}"), 8, 30, Soak.Memory.RSS, 0.1, 0.5, perMillion, compression, null);
  }

  /** Both arms; growth is a share of the level by the hour of work done. */
  private static List<SoakObservation> pair(
      double pace, DoubleUnaryOperator baseline, DoubleUnaryOperator candidate) {
    return List.of(
        observation(Arm.BASELINE, pace, baseline), observation(Arm.CANDIDATE, pace, candidate));
  }

  private static SoakObservation observation(Arm arm, double pace, DoubleUnaryOperator growth) {
    SplittableRandom random = new SplittableRandom(arm.ordinal() + 10 * (long) pace);
    List<Sample> samples = new ArrayList<>();
    double noise = 0;
    for (int i = 1; i <= 960; i++) {
      double hours = i / 120.0;
      noise = 0.8 * noise + 0.0005 * random.nextGaussian();
      double saw = 0.02 * (hours * 7 % 1);
      double memory = 1e9 * (1 + growth.applyAsDouble(hours) + saw + noise);
      samples.add(new Sample(30.0 * i / pace, memory, 100_000 * hours));
    }
    return new SoakObservation(arm, pace, 5, Status.OK, "", samples);
  }

  private static List<SoakObservation> change(
      List<SoakObservation> soaks, Arm arm, UnaryOperator<List<Sample>> change) {
    return soaks.stream()
        .map(
            it ->
                it.arm() != arm
                    ? it
                    : new SoakObservation(
                        it.arm(),
                        it.pace(),
                        it.seed(),
                        it.status(),
                        it.detail(),
                        change.apply(it.samples())))
        .toList();
  }

  private static List<SoakObservation> ended(List<SoakObservation> soaks, Arm broken) {
    return soaks.stream()
        .map(
            it ->
                new SoakObservation(
                    it.arm(),
                    it.pace(),
                    it.seed(),
                    it.arm() == broken ? Status.ENDED_EARLY : Status.STOPPED,
                    "it ended by itself",
                    it.samples().subList(0, 300)))
        .toList();
  }
}
