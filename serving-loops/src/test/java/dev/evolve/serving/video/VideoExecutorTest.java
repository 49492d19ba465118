package dev.evolve.serving.video;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evolve.loop.ModelRef;
import dev.evolve.loop.PlacementHint;
import dev.evolve.loop.ResourceRequest;
import dev.evolve.loop.ShapeSignature;
import dev.evolve.loop.Waiting;
import dev.evolve.loop.WorkPlan;
import dev.evolve.loop.WorkUnitKind;
import dev.evolve.loop.port.PoolFailedException;
import dev.evolve.loop.port.WorkExecutor;
import dev.evolve.serving.denoise.DenoiseLoop;
import dev.evolve.serving.denoise.DenoiseRequest;
import dev.evolve.serving.denoise.DenoiseState;
import dev.evolve.serving.guidance.GuidancePolicy;
import dev.evolve.serving.guidance.GuidanceSpec;
import dev.evolve.serving.tensor.Tensor;
import java.time.InstantSource;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

class VideoExecutorTest {

  private final DenoiseLoop loop = new DenoiseLoop(VideoEntrants.CONFIG);
  private final VideoExecutor executor = VideoEntrants.executor();
  private final Drive<DenoiseState> drive =
      Drive.begin(loop, executor, DenoiseRequest.of("a fox", 2)).steps(2);
  private final WorkPlan plan = (WorkPlan) loop.next(drive.state);

  private WorkPlan broken() {
    VideoWork.DenoiseStep step = (VideoWork.DenoiseStep) plan.payload();
    return WorkPlan.of(
        plan.shape(),
        new VideoWork.DenoiseStep(
            step.component(),
            Tensor.of(1, 1, 1),
            step.prompts(),
            step.solver(),
            step.guidance(),
            false),
        "broken",
        plan.resources(),
        plan.placement());
  }

  @Test
  void aWorkThatFailsFailsAloneAndItsNeighboursAreComputed() {
    Drive.Answer first = new Drive.Answer();
    Drive.Answer middle = new Drive.Answer();
    Drive.Answer last = new Drive.Answer();
    executor.execute(
        List.of(
            drive.work(plan, null, first),
            drive.work(broken(), null, middle),
            drive.work(plan, null, last)));
    assertThat(first.future.join().payload()).isEqualTo(drive.execute(plan, null).payload());
    assertThat(last.future.join().payload()).isEqualTo(first.future.join().payload());
    assertThatThrownBy(middle.future::join)
        .hasMessageContaining("a latent of 32 x 4 is needed; found tensor of 1 x 1");
  }

  @Test
  void refusesAVersionThatItDoesNotServe() {
    VideoModel other = VideoModel.seeded(new ModelRef("small-video", "w2"), VideoEntrants.CONFIG);
    VideoExecutor newer = new VideoExecutor(other, VideoEntrants.KERNELS, InstantSource.system());
    Drive.Answer answer = new Drive.Answer();
    newer.execute(List.of(drive.work(plan, null, answer)));
    assertThatThrownBy(answer.future::join)
        .hasMessageContaining("version=w1")
        .hasMessageContaining("version=w2");
  }

  @Test
  void anotherVersionMakesAnotherClip() {
    VideoModel other = VideoModel.seeded(new ModelRef("small-video", "w2"), VideoEntrants.CONFIG);
    ComponentRef encoder = new ComponentRef("small-video", ComponentRef.TEXT_ENCODER, "w2");
    assertThat(other.encoder(encoder).encode(VideoEntrants.KERNELS, List.of("a fox")))
        .doesNotContain(drive.state.prompts().get("cond"));
  }

  @Test
  void refusesAnOverrideThatItDoesNotKnow() {
    Drive.Answer answer = new Drive.Answer();
    executor.execute(List.of(drive.work(plan, Waiting.forSignals("x"), answer)));
    assertThatThrownBy(answer.future::join).hasMessageContaining("takes a VideoOverride");
    WorkPlan encode = (WorkPlan) loop.next(Drive.begin(loop, executor, request()).state);
    Drive.Answer refused = new Drive.Answer();
    executor.execute(List.of(drive.work(encode, new VideoOverride(new TreeMap<>()), refused)));
    assertThatThrownBy(refused.future::join)
        .hasMessageContaining("only denoise steps take an override");
  }

  private static DenoiseRequest request() {
    return DenoiseRequest.of("a fox", 2);
  }

  @Test
  void runsTheCheapPartOfAStepAroundAnOverride() {
    VideoOutcome.Denoised full = (VideoOutcome.Denoised) drive.execute(plan, null).payload();
    VideoOutcome.Denoised around =
        (VideoOutcome.Denoised) drive.execute(plan, new VideoOverride(full.residuals())).payload();
    assertThat(around.residuals()).isEmpty();
    assertThat(around.latent().relativeDistance(full.latent())).isLessThan(1e-5);
  }

  @Test
  void computesTheBranchesThatAnOverrideLeavesOpen() {
    VideoOutcome.Denoised full = (VideoOutcome.Denoised) drive.execute(plan, null).payload();
    SortedMap<String, Tensor> half = new TreeMap<>(full.residuals().headMap("uncond"));
    VideoOutcome.Denoised mixed =
        (VideoOutcome.Denoised) drive.execute(plan, new VideoOverride(half)).payload();
    assertThat(mixed.residuals()).containsOnlyKeys("uncond");
    assertThat(mixed.residuals().get("uncond")).isEqualTo(full.residuals().get("uncond"));
  }

  @Test
  void refusesWorkOfOtherLoops() {
    WorkPlan foreign =
        WorkPlan.of(
            ShapeSignature.of(WorkUnitKind.WAIT),
            Waiting.forSignals("x"),
            "wait",
            ResourceRequest.NONE,
            PlacementHint.ANY);
    Drive.Answer answer = new Drive.Answer();
    executor.execute(List.of(drive.work(foreign, null, answer)));
    assertThatThrownBy(answer.future::join).hasMessageContaining("steps of the video loops");
  }

  @Test
  void anErrorBreaksThePoolAndNotTheLoop() {
    VideoExecutor broken =
        new VideoExecutor(
            VideoEntrants.WEIGHTS,
            VideoEntrants.KERNELS,
            InstantSource.system(),
            VideoExecutorTest::runOutOfMemory);
    Drive.Answer answer = new Drive.Answer();
    broken.execute(List.of(drive.work(plan, null, answer)));
    assertThatThrownBy(answer.future::join)
        .isInstanceOf(CompletionException.class)
        .hasCauseInstanceOf(PoolFailedException.class)
        .hasMessageContaining("pool video is broken");
  }

  private static GuidancePolicy runOutOfMemory(GuidanceSpec spec) {
    throw new OutOfMemoryError("as told");
  }

  @Test
  void aClosedExecutorFailsWorksAndKeepsNothing() {
    executor.close();
    Drive.Answer answer = new Drive.Answer();
    WorkExecutor.Work work = drive.work(plan, null, answer);
    executor.execute(List.of(work));
    assertThatThrownBy(answer.future::join).hasMessageContaining("executor is closed");
    assertThat(executor.slabs()).isZero();
  }
}
