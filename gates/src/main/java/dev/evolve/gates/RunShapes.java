package dev.evolve.gates;

import dev.evolve.gates.statistics.Claim;
import dev.evolve.gates.statistics.Modality;
import dev.evolve.gates.statistics.OrderEffect;
import dev.evolve.measure.Arm;
import dev.evolve.measure.BenchRun;
import dev.evolve.pack.BenchPack;
import dev.evolve.pack.Scenario;
import dev.evolve.verdict.Evidence;
import dev.evolve.verdict.Evidence.Figures;
import dev.evolve.verdict.Verdict;
import java.util.List;
import java.util.Locale;

/**
 * What else the runs show: that the second of a pair is slower, or that there are two kinds of
 * runs. Neither is a fault of the candidate, and balanced orders and paired differences stand both;
 * they tell why a comparison needs many pairs.
 */
final class RunShapes {

  private static final double SURE = 0.01;

  private RunShapes() {}

  /** Adds what is worth telling. */
  static void note(BenchPack pack, List<BenchRun> runs, EvidenceList evidence) {
    for (Scenario scenario : pack.scenarios()) {
      PerfQuestion question = new PerfQuestion(scenario, pack.objective(), new Claim.NotWorse(0));
      order(question, runs, evidence);
      for (Arm arm : Arm.values()) {
        modes(question, runs, arm, evidence);
      }
    }
  }

  private static void order(PerfQuestion question, List<BenchRun> runs, EvidenceList evidence) {
    List<BenchRun> candidates = question.runs(runs, Arm.CANDIDATE);
    boolean[] first = new boolean[candidates.size()];
    for (int i = 0; i < first.length; i++) {
      first[i] = candidates.get(i).position() == 0;
    }
    OrderEffect effect = OrderEffect.of(question.worsening(runs), first);
    if (effect.pValue() < SURE) {
      evidence.add(
          note(
              question.name() + "/order",
              String.format(
                  Locale.ROOT, "the second run of a pair takes %.3f of the first", effect.ratio()),
              "both orders were run as often, so it counts for neither arm",
              effect.ratio(),
              first.length));
    }
  }

  private static void modes(
      PerfQuestion question, List<BenchRun> runs, Arm arm, EvidenceList evidence) {
    double[] values = question.values(runs, arm);
    Modality modality = Modality.of(values);
    if (modality.pValue() < SURE) {
      evidence.add(
          note(
              question.name() + "/modes/" + arm,
              String.format(
                  Locale.ROOT,
                  "two kinds of runs: %.0f %% of them %.3f times the others",
                  100 * modality.upperShare(),
                  modality.gap()),
              "a mixture has no typical value; find what puts a run into one state or the other",
              modality.gap(),
              values.length));
    }
  }

  private static Evidence note(
      String name, String observed, String detail, double value, int samples) {
    return new Evidence(
        name,
        Verdict.PASS,
        observed,
        "told, not judged",
        detail,
        new Figures(value, null, null, null, "1", samples));
  }
}
