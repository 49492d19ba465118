package dev.evolve.rollout;

import dev.evolve.pack.BenchPack;
import java.util.List;

/** Judges a canary's stages so far. Pure. */
public interface CanaryJudge {

  /**
   * @param pack tolerances and the number of stages
   * @param stages the stages run so far, in order
   * @return REVERT, HOLD, INCONCLUSIVE, or PROMOTE after the last stage
   */
  CanaryReport judge(BenchPack pack, List<CanaryStageReport> stages);
}
