package dev.evolve.serving.video;

import dev.evolve.loop.BehaviorRecord;
import dev.evolve.loop.port.WorkExecutor.Work;
import dev.evolve.serving.json.JsonText;
import dev.evolve.serving.schedule.SolverStep;
import dev.evolve.serving.tensor.Tensor;
import java.util.LinkedHashMap;
import java.util.SequencedMap;

/** What a rollout captures of a denoise step: where it stood, its velocity and its latent. */
final class Behavior {

  private Behavior() {}

  static BehaviorRecord record(
      Work work, String version, SolverStep solver, Tensor velocity, Tensor latent) {
    SequencedMap<String, Object> data = new LinkedHashMap<>();
    data.put("step", solver.index());
    data.put("sigma", solver.sigma());
    data.put("expert", work.plan().context().activeExpert());
    data.put("velocity", velocity.base64());
    data.put("latent", latent.base64());
    return new BehaviorRecord(
        work.context().loopId(),
        work.context().stepIndex(),
        solver.seed(),
        version,
        JsonText.write(data));
  }
}
