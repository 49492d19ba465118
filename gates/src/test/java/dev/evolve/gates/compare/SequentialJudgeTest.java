package dev.evolve.gates.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evolve.verdict.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SequentialJudgeTest {

  private static EffectJudge.Pairs pairs(int count, double worse, double noise, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    List<Double> baseline = new ArrayList<>();
    List<Double> candidate = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      baseline.add(Math.exp(noise * random.nextGaussian()));
      candidate.add(worse * Math.exp(noise * random.nextGaussian()));
    }
    return new EffectJudge.Pairs("m", baseline, candidate, 0.02);
  }

  private static Verdict verdict(SequentialJudge judge, EffectJudge.Pairs... family) {
    return judge.judge(List.of(family)).getFirst().verdict();
  }

  @Test
  void decidesAtALookAndNotBetweenThem() {
    SequentialJudge judge = new SequentialJudge(0.995, 40, 1);
    int first = judge.looks().getFirst();
    assertThat(first).isLessThan(12);
    assertThat(judge.looks().getLast()).isEqualTo(40);
    assertThat(verdict(judge, pairs(first, 1.2, 0.005, 1))).isEqualTo(Verdict.FAIL);
    assertThat(verdict(judge, pairs(first, 0.95, 0.005, 1))).isEqualTo(Verdict.PASS);
    assertThat(judge.looks()).doesNotContain(first + 1);
    assertThat(verdict(judge, pairs(first + 1, 1.2, 0.005, 1))).isEqualTo(Verdict.INCONCLUSIVE);
  }

  @Test
  void decidesNothingForMoreMetricsThanWerePlannedFor() {
    SequentialJudge judge = new SequentialJudge(0.995, 20, 1);
    EffectJudge.Pairs worse = pairs(20, 1.2, 0.005, 1);
    assertThat(verdict(judge, worse)).isEqualTo(Verdict.FAIL);
    assertThat(verdict(judge, worse, worse)).isEqualTo(Verdict.INCONCLUSIVE);
  }

  @Test
  void raisesFewFalseAlarmsOverAllLooksTogether() {
    SequentialJudge judge = new SequentialJudge(0.9, 24, 1);
    int alarms = 0;
    for (int run = 0; run < 200; run++) {
      EffectJudge.Pairs all = pairs(24, 1, 0.1, 100 + run);
      boolean isAlarm = false;
      for (int look : judge.looks()) {
        EffectJudge.Pairs seen =
            new EffectJudge.Pairs(
                "m", all.baseline().subList(0, look), all.candidate().subList(0, look), 0.02);
        isAlarm |= verdict(judge, seen) == Verdict.FAIL;
      }
      alarms += isAlarm ? 1 : 0;
    }
    // 20 are expected at a confidence of 90 %; 34 would be three deviations more.
    assertThat(alarms).isLessThan(34);
  }
}
