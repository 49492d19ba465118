package dev.evolve.serving.denoise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.evolve.loop.BehaviorRecord;
import dev.evolve.loop.CachePlan;
import dev.evolve.loop.ExecutionProfile;
import dev.evolve.loop.LoopDemand;
import dev.evolve.loop.LoopResult;
import dev.evolve.loop.ShapeSignature;
import dev.evolve.loop.StreamChunk;
import dev.evolve.loop.WorkPlan;
import dev.evolve.loop.WorkUnitKind;
import dev.evolve.loop.cache.CacheKey;
import dev.evolve.serving.guidance.GuidanceSpec;
import dev.evolve.serving.json.JsonFields;
import dev.evolve.serving.json.JsonText;
import dev.evolve.serving.schedule.ExpertRouting;
import dev.evolve.serving.tensor.Tensor;
import dev.evolve.serving.video.Drive;
import dev.evolve.serving.video.VideoEntrants;
import dev.evolve.serving.video.VideoExecutor;
import dev.evolve.serving.video.VideoPlans;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DenoiseLoopTest {

  private final DenoiseLoop loop = new DenoiseLoop(VideoEntrants.CONFIG);
  private final VideoExecutor executor = VideoEntrants.executor();

  private Drive<DenoiseState> drive(DenoiseRequest request) {
    return Drive.begin(loop, executor, request);
  }

  private LoopResult finish(DenoiseRequest request) {
    return drive(request).finish();
  }

  @Test
  void encodesThenDenoisesThenDecodes() {
    Drive<DenoiseState> drive = drive(DenoiseRequest.of("a fox", 3));
    LoopResult result = drive.finish();
    assertThat(drive.plans.stream().map(plan -> plan.shape().kind()))
        .containsExactly(
            WorkUnitKind.ENCODER_CHUNK,
            WorkUnitKind.ENCODER_CHUNK,
            WorkUnitKind.DIFFUSION_STEP,
            WorkUnitKind.DIFFUSION_STEP,
            WorkUnitKind.DIFFUSION_STEP,
            WorkUnitKind.VAE_TILE,
            WorkUnitKind.VAE_TILE);
    assertThat(result.outcome()).isEqualTo("completed");
    assertThat(result.artifacts()).containsOnlyKeys("latents", "video", "video.format");
    assertThat(result.artifacts()).containsEntry("video.format", "2x8x8 rgb8");
  }

  @Test
  void aPreviewShowsTheLatentAfterItsStep() {
    Drive<DenoiseState> drive = drive(DenoiseRequest.of("a fox", 4).withPreviewEvery(2));
    drive.finish();
    List<StreamChunk> previews = drive.chunks().stream().filter(StreamChunk::preview).toList();
    assertThat(previews).extracting(StreamChunk::sequence).containsExactly(1L, 3L);
    assertThat(previews).extracting(StreamChunk::modality).containsOnly("video");
    assertThat(previews.get(0).data()).isNotEqualTo(previews.get(1).data());
    Drive<DenoiseState> again = drive(DenoiseRequest.of("a fox", 4).withPreviewEvery(1));
    again.finish();
    List<StreamChunk> each = again.chunks().stream().filter(StreamChunk::preview).toList();
    assertThat(each.get(1).data()).isEqualTo(previews.get(0).data());
    assertThat(each.get(0).data()).isNotEqualTo(previews.get(0).data());
  }

  @Test
  void previewsChangeNothingThatStays() {
    assertThat(finish(DenoiseRequest.of("a fox", 3).withPreviewEvery(0)))
        .isEqualTo(finish(DenoiseRequest.of("a fox", 3)));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void tilesGiveTheBytesOfTheWholeClipAtOnce(int rows) {
    DenoiseRequest request = DenoiseRequest.of("a fox", 2);
    LoopResult whole = finish(request.withTileRows(VideoEntrants.CONFIG.height()));
    assertThat(finish(request.withTileRows(rows))).isEqualTo(whole);
  }

  @Test
  void tilesAreStreamedAndTheLastOneEndsTheStream() {
    Drive<DenoiseState> drive = drive(DenoiseRequest.of("a fox", 1).withTileRows(1));
    drive.finish();
    List<StreamChunk> tiles = drive.chunks().stream().filter(chunk -> !chunk.preview()).toList();
    assertThat(tiles).extracting(StreamChunk::sequence).containsExactly(0L, 1L, 2L, 3L);
    assertThat(tiles).extracting(StreamChunk::last).containsExactly(false, false, false, true);
  }

  @Test
  void batchedGuidanceGivesTheBytesOfClassic() {
    DenoiseRequest request = DenoiseRequest.of("a fox", 4);
    assertThat(finish(request.with(GuidanceSpec.batched(4.5))))
        .isEqualTo(finish(request.with(GuidanceSpec.classic(4.5))));
  }

  @Test
  void adaptiveGuidanceSparesBranchesAndDropsItsDeltaOnAnExpertSwitch() {
    Sampling sampling = Sampling.ofSteps(6).routed(new ExpertRouting(0.8));
    DenoiseRequest request =
        DenoiseRequest.of("a fox", 6).with(sampling).with(GuidanceSpec.adaptive(4, 1, 9));
    Drive<DenoiseState> drive = drive(request);
    drive.finish();
    List<WorkPlan> steps = denoiseSteps(drive);
    assertThat(steps)
        .extracting(plan -> plan.context().activeExpert())
        .containsExactly(
            "high-noise", "high-noise", "high-noise", "low-noise", "low-noise", "low-noise");
    assertThat(steps)
        .extracting(plan -> plan.shape().dims().getFirst())
        .containsExactly(2L, 1L, 1L, 2L, 1L, 1L);
    assertThat(steps)
        .extracting(plan -> plan.context().branch())
        .containsExactly("", "cond", "cond", "", "cond", "cond");
  }

  @Test
  void adaptiveGuidanceThatNeverReusesIsClassic() {
    DenoiseRequest request = DenoiseRequest.of("a fox", 4);
    assertThat(finish(request.with(GuidanceSpec.adaptive(4, 1, 0))))
        .isEqualTo(finish(request.with(GuidanceSpec.classic(4))));
    assertThat(finish(request.with(GuidanceSpec.adaptive(4, 1, 9))))
        .isNotEqualTo(finish(request.with(GuidanceSpec.classic(4))));
  }

  @Test
  void guidanceMattersToTheClip() {
    DenoiseRequest request = DenoiseRequest.of("a fox", 3);
    LoopResult weak = finish(request.with(GuidanceSpec.embedded(1)));
    assertThat(finish(request.with(GuidanceSpec.embedded(9)))).isNotEqualTo(weak);
    assertThat(finish(request.with(GuidanceSpec.classic(1)))).isNotEqualTo(weak);
  }

  @Test
  void stepsSayWhereTheyStand() {
    Drive<DenoiseState> drive = drive(DenoiseRequest.of("a fox", 2));
    drive.finish();
    WorkPlan second = denoiseSteps(drive).get(1);
    assertThat(second.context().stepIndex()).isEqualTo(1);
    assertThat(second.context().sigma()).isEqualTo(0.75);
    assertThat(second.context().timestep()).isEqualTo(750);
    assertThat(second.context().activeExpert()).isEqualTo(ExpertRouting.LOW_NOISE);
    assertThat(second.context().coefficients()).containsExactly(-0.75);
  }

  @Test
  void stepsOfOneExpertShareTheirShape() {
    Drive<DenoiseState> drive =
        drive(DenoiseRequest.of("a fox", 8).with(Sampling.ofSteps(8).routed(new ExpertRouting(0))));
    drive.finish();
    ShapeSignature first = denoiseSteps(drive).getFirst().shape();
    assertThat(denoiseSteps(drive)).allSatisfy(plan -> assertThat(plan.shape()).isSameAs(first));
    assertThat(first.dims()).containsExactly(2L, 32L, 4L);
  }

  @Test
  void stochasticStepsAreMarkedAndNeverCaptured() {
    DenoiseRequest request = DenoiseRequest.of("a fox", 2);
    Drive<DenoiseState> plain = drive(request);
    Drive<DenoiseState> noisy = drive(request.with(Sampling.ofSteps(2).withFreshNoise()));
    assertThat(plain.finish()).isNotEqualTo(noisy.finish());
    assertThat(denoiseSteps(plain)).allMatch(plan -> plan.capture().isCapturable());
    assertThat(denoiseSteps(noisy)).noneMatch(plan -> plan.capture().isCapturable());
    assertThat(denoiseSteps(plain).getFirst().capture().componentVersions())
        .containsEntry("high-noise", "w1");
  }

  @Test
  void encodingIsAPureFunctionOfItsKey() {
    Drive<DenoiseState> drive = drive(DenoiseRequest.of("a fox", 1));
    Drive<DenoiseState> other = drive(DenoiseRequest.of("an owl", 1));
    drive.finish();
    other.finish();
    CachePlan plan = drive.plans.getFirst().cache();
    assertThat(plan.pureResult()).isTrue();
    CacheKey key = CacheKey.parse(plan.operations().getFirst().key());
    assertThat(key.model()).isEqualTo("small-video");
    assertThat(key.component()).isEqualTo("text-encoder");
    assertThat(key.weightsVersion()).isEqualTo("w1");
    assertThat(key.precision()).isEqualTo("f32");
    assertThat(key.contractVersion()).isEqualTo(CacheKey.CONTRACT_VERSION);
    assertThat(key.inputHashes()).containsOnlyKeys("prompt");
    assertThat(plan.operations().getFirst().cacheClass()).isEqualTo(VideoPlans.FEATURES);
    assertThat(other.plans.getFirst().cache()).isNotEqualTo(plan);
    assertThat(other.plans.get(1).cache()).isEqualTo(drive.plans.get(1).cache());
  }

  @Test
  void oneSeedGivesOneClipAndAnotherSeedAnother() {
    DenoiseRequest request = DenoiseRequest.of("a fox", 3);
    assertThat(seeded(request, 1)).isEqualTo(seeded(request, 1));
    assertThat(seeded(request, 2)).isNotEqualTo(seeded(request, 1));
    assertThat(seeded(DenoiseRequest.of("an owl", 3), 1)).isNotEqualTo(seeded(request, 1));
  }

  private LoopResult seeded(DenoiseRequest request, long seed) {
    return Drive.begin(loop, executor, request, seed, ExecutionProfile.SERVE, null).finish();
  }

  @Test
  void aRolloutCapturesEachStepAndGivesTheSameBytes() {
    DenoiseRequest request = DenoiseRequest.of("a fox", 3);
    Drive<DenoiseState> served = drive(request);
    Drive<DenoiseState> captured =
        Drive.begin(loop, executor, request, 7, ExecutionProfile.ROLLOUT, null);
    assertThat(captured.finish()).isEqualTo(served.finish());
    assertThat(captured.chunks()).isEqualTo(served.chunks());
    assertThat(served.behavior()).isEmpty();
    assertThat(captured.behavior()).hasSize(3);
    BehaviorRecord last = captured.behavior().getLast();
    JsonFields data = JsonText.read(last.dataJson());
    assertThat(last.stepIndex()).isEqualTo(4);
    assertThat(last.seed()).isEqualTo(7);
    assertThat(last.modelVersion()).isEqualTo("w1");
    assertThat(data.integer("step")).isEqualTo(2);
    assertThat(data.number("sigma")).isEqualTo(0.6, org.assertj.core.api.Assertions.within(1e-9));
    assertThat(data.text("latent")).isEqualTo(captured.state.latent().base64());
    assertThat(Tensor.fromBase64(32, 4, data.text("velocity")).size()).isEqualTo(128);
  }

  @Test
  void demandCoversEveryStep() {
    for (GuidanceSpec guidance : List.of(GuidanceSpec.batched(2), GuidanceSpec.embedded(2))) {
      Drive<DenoiseState> drive = drive(DenoiseRequest.of("a fox".repeat(100), 2).with(guidance));
      LoopDemand demand = loop.demand(drive.state);
      drive.finish();
      assertThat(drive.plans).allMatch(plan -> demand.covers(plan.resources()));
      assertThat(drive.plans)
          .anyMatch(plan -> plan.resources().peakBytes() == demand.worstPeakBytes());
    }
  }

  @Test
  void aBrokenClipStillDeliversItsLatents() {
    Drive<DenoiseState> drive = drive(DenoiseRequest.of("a fox", 3)).steps(4);
    assertThat(loop.partial(drive.state))
        .containsOnlyKeys("latents")
        .containsEntry("latents", drive.state.latent().base64());
  }

  @Test
  void refusesWhatIsNoStateOfIt() {
    Drive<DenoiseState> drive = drive(DenoiseRequest.of("a \"fox\" \u00e9", 3)).steps(3);
    String json = new String(loop.codec().encode(drive.state), StandardCharsets.UTF_8);
    assertThat(loop.codec().encode(loop.codec().decode(json.getBytes(StandardCharsets.UTF_8))))
        .asString(StandardCharsets.UTF_8)
        .isEqualTo(json);
    refuses(json.replace("\"v\":1", "\"v\":2"), "version 1");
    refuses(json.replace("\"denoised\":1", "\"denoised\":\"1\""), "/denoised must be of type");
    refuses(json.replace("\"seed\"", "\"sad\""), "/seed must be of type integer; found nothing");
    refuses("[]", "a JSON object is wanted");
    refuses(json + "{}", "found more after it");
    refuses(json.substring(0, json.length() - 3), "a JSON object is wanted");
  }

  private void refuses(String json, String reason) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> loop.codec().decode(json.getBytes(StandardCharsets.UTF_8)))
        .withMessageContaining(reason);
  }

  @Test
  void refusesARequestOutOfRange() {
    DenoiseRequest request = DenoiseRequest.of("a fox", 3);
    assertThatIllegalArgumentException().isThrownBy(() -> request.withTileRows(0));
    assertThatIllegalArgumentException().isThrownBy(() -> request.withPreviewEvery(-1));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> DenoiseRequest.of("x".repeat(5000), 3))
        .withMessageContaining("found 5000");
  }

  private static List<WorkPlan> denoiseSteps(Drive<DenoiseState> drive) {
    return drive.plans.stream()
        .filter(plan -> plan.shape().kind() == WorkUnitKind.DIFFUSION_STEP)
        .toList();
  }
}
