package dev.evolve.serving.rollout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evolve.loop.ExecutionProfile;
import dev.evolve.loop.LoopDemand;
import dev.evolve.loop.LoopResult;
import dev.evolve.loop.StreamChunk;
import dev.evolve.loop.WorkPlan;
import dev.evolve.loop.WorkUnitKind;
import dev.evolve.serving.video.Drive;
import dev.evolve.serving.video.VideoEntrants;
import dev.evolve.serving.video.VideoExecutor;
import dev.evolve.serving.video.VideoPlans;
import dev.evolve.serving.video.VideoWork;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RolloutLoopTest {

  private static final RolloutRequest FOUR = RolloutRequest.of("a river", 4, 2);

  private final RolloutLoop loop = new RolloutLoop(VideoEntrants.CONFIG);
  private final VideoExecutor executor = VideoEntrants.executor();

  private Drive<RolloutState> drive(RolloutRequest request) {
    return Drive.begin(loop, executor, request);
  }

  private Drive<RolloutState> drive(RolloutRequest request, ExecutionProfile profile) {
    return Drive.begin(loop, executor, request, 7, profile, null);
  }

  @Test
  void denoisesDecodesAndKeepsChunkAfterChunk() {
    Drive<RolloutState> drive = drive(RolloutRequest.of("a river", 2, 2));
    LoopResult result = drive.finish();
    assertThat(drive.plans)
        .extracting(WorkPlan::label)
        .containsExactly(
            "encode prompt",
            "denoise chunk 0",
            "denoise chunk 0",
            "denoise chunk 0",
            "denoise chunk 0",
            "decode tile 0",
            "keep chunk 0",
            "denoise chunk 1",
            "denoise chunk 1",
            "denoise chunk 1",
            "denoise chunk 1",
            "decode tile 1");
    assertThat(result.artifacts()).containsEntry("video.format", "4x8x8 rgb8");
  }

  @Test
  void streamsAChunkAsSoonAsItIsThere() {
    Drive<RolloutState> drive = drive(FOUR);
    drive.finish();
    List<StreamChunk> chunks = drive.chunks();
    assertThat(chunks).extracting(StreamChunk::sequence).containsExactly(0L, 1L, 2L, 3L);
    assertThat(chunks).extracting(StreamChunk::startMs).containsExactly(0L, 250L, 500L, 750L);
    assertThat(chunks).extracting(StreamChunk::last).containsExactly(false, false, false, true);
    assertThat(chunks).extracting(StreamChunk::data).doesNotHaveDuplicates();
  }

  @Test
  void stepsOfAllChunksShareTheirShape() {
    Drive<RolloutState> drive = drive(FOUR);
    drive.finish();
    List<WorkPlan> steps = chunkSteps(drive);
    assertThat(steps).hasSize(4 * 4 + 3);
    assertThat(steps)
        .allSatisfy(plan -> assertThat(plan.shape()).isSameAs(steps.getFirst().shape()));
  }

  @Test
  void aChunkSeesWhatCameBeforeItWithinItsWindow() {
    Drive<RolloutState> wide = drive(RolloutRequest.of("a river", 3, 2));
    Drive<RolloutState> narrow = drive(RolloutRequest.of("a river", 3, 1));
    wide.finish();
    narrow.finish();
    assertThat(narrow.chunks().get(0)).isEqualTo(wide.chunks().get(0));
    assertThat(narrow.chunks().get(1)).isEqualTo(wide.chunks().get(1));
    assertThat(narrow.chunks().get(2)).isNotEqualTo(wide.chunks().get(2));
  }

  @Test
  void servingKeepsAWindowOfChunksAndTrainingAll() {
    Drive<RolloutState> served = drive(RolloutRequest.of("a river", 5, 2));
    LoopResult result = served.finish();
    assertThat(executor.slabs()).isEqualTo(2);
    executor.release("drive");
    assertThat(executor.slabs()).isZero();
    Drive<RolloutState> trained = drive(RolloutRequest.of("a river", 5, 2), ExecutionProfile.TRAIN);
    assertThat(trained.finish()).isEqualTo(result);
    assertThat(executor.slabs()).isEqualTo(4);
  }

  @ParameterizedTest
  @EnumSource(ExecutionProfile.class)
  void demandCoversEveryStepAndIsReached(ExecutionProfile profile) {
    for (int chunks = 1; chunks <= 5; chunks++) {
      Drive<RolloutState> drive = drive(RolloutRequest.of("a river", chunks, 2), profile);
      LoopDemand demand = loop.demand(drive.state);
      drive.finish();
      assertThat(drive.plans).allMatch(plan -> demand.covers(plan.resources()));
      long most =
          drive.plans.stream()
              .mapToLong(plan -> plan.resources().cacheBlocks().of(VideoPlans.SLABS))
              .max()
              .orElseThrow();
      assertThat(demand.cacheBlocks().of(VideoPlans.SLABS)).isEqualTo(most);
      assertThat(demand.worstPeakBytes())
          .isEqualTo(
              drive.plans.stream()
                  .mapToLong(plan -> plan.resources().peakBytes())
                  .max()
                  .orElseThrow());
    }
  }

  @Test
  void plansSayHowManySlabsAreHeld() {
    Drive<RolloutState> drive = drive(FOUR);
    while (drive.step()) {
      WorkPlan plan = drive.plans.getLast();
      if (plan.payload() instanceof VideoWork.ChunkWork) {
        assertThat((long) executor.slabs())
            .as(plan.label())
            .isLessThanOrEqualTo(plan.resources().cacheBlocks().of(VideoPlans.SLABS));
      }
    }
  }

  @Test
  void givesTheSameBytesWhenTheCachesAreLostAtAnyStep() {
    Drive<RolloutState> whole = drive(FOUR);
    LoopResult expected = whole.finish();
    for (int step = 0; step <= whole.plans.size(); step++) {
      VideoExecutor broken = VideoEntrants.executor();
      Drive<RolloutState> before = Drive.begin(loop, broken, FOUR).steps(step);
      broken.reinitialise(VideoPlans.POOL.pool());
      assertThat(broken.slabs()).isZero();
      Drive<RolloutState> after = Drive.resume(loop, broken, loop.withoutCache(before.state));
      assertThat(after.finish()).isEqualTo(expected);
      assertThat(before.chunks().size() + after.chunks().size()).isEqualTo(4);
    }
  }

  @Test
  void aStepThatFindsNoSlabSaysHowToGoOn() {
    Drive<RolloutState> drive = drive(FOUR).steps(7);
    executor.reinitialise(VideoPlans.POOL.pool());
    assertThatThrownBy(drive::step)
        .hasMessageContaining("chunk 1 of drive sees chunk 0, which is not in the cache")
        .hasMessageContaining("withoutCache");
  }

  @Test
  void anotherPoolsEndTakesNoSlab() {
    drive(FOUR).steps(7);
    executor.reinitialise("decode");
    assertThat(executor.slabs()).isEqualTo(1);
  }

  @Test
  void capturesEachDenoiseStepOfARolloutAndGivesTheSameBytes() {
    Drive<RolloutState> captured = drive(FOUR, ExecutionProfile.ROLLOUT);
    assertThat(captured.finish()).isEqualTo(drive(FOUR).finish());
    assertThat(captured.behavior()).hasSize(16);
  }

  @Test
  void oneSeedGivesOneClipAndAnotherSeedAnother() {
    RolloutRequest noisy = RolloutRequest.of("a river", 2, 1).withFreshNoise();
    assertThat(seeded(noisy, 1)).isEqualTo(seeded(noisy, 1));
    assertThat(seeded(noisy, 2)).isNotEqualTo(seeded(noisy, 1));
    assertThat(seeded(RolloutRequest.of("a river", 2, 1), 1)).isNotEqualTo(seeded(noisy, 1));
  }

  private LoopResult seeded(RolloutRequest request, long seed) {
    return Drive.begin(loop, executor, request, seed, ExecutionProfile.SERVE, null).finish();
  }

  @Test
  void aBrokenClipStillDeliversItsChunks() {
    Drive<RolloutState> drive = drive(FOUR);
    assertThat(loop.partial(drive.state)).isEmpty();
    drive.steps(12);
    assertThat(loop.partial(drive.state)).containsEntry("video.format", "4x8x8 rgb8");
  }

  @Test
  void refusesWhatIsNoStateOfIt() {
    Drive<RolloutState> drive = drive(FOUR).steps(8);
    String json = new String(loop.codec().encode(drive.state), StandardCharsets.UTF_8);
    assertThat(loop.codec().encode(loop.codec().decode(json.getBytes(StandardCharsets.UTF_8))))
        .asString(StandardCharsets.UTF_8)
        .isEqualTo(json);
    refuses(json.replace("\"v\":1", "\"v\":9"), "version 1");
    refuses(json.replace("\"window\":2", "\"window\":0"), "window of at least 1");
    refuses(json.replace("\"latent\":\"", "\"latent\":\"AAAA"), "4 bytes a value");
  }

  private void refuses(String json, String reason) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> loop.codec().decode(json.getBytes(StandardCharsets.UTF_8)))
        .withMessageContaining(reason);
  }

  private static List<WorkPlan> chunkSteps(Drive<RolloutState> drive) {
    return drive.plans.stream()
        .filter(plan -> plan.shape().kind() == WorkUnitKind.CHUNK_STEP)
        .toList();
  }
}
