package dev.evolve.serving.decode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.evolve.loop.CacheBlocks;
import dev.evolve.loop.ExecutionProfile;
import dev.evolve.loop.LoopContext;
import dev.evolve.loop.Plan;
import dev.evolve.loop.StepResult;
import dev.evolve.loop.StreamChunk;
import dev.evolve.loop.WorkPlan;
import dev.evolve.loop.WorkUnitKind;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DecodeLoopTest {

  private final DecodeFixture fixture = new DecodeFixture();
  private final DecodeLoop loop = DecodeFixture.loop();

  @AfterEach
  void close() {
    fixture.close();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void planningIsPureInEveryStateThatIsReached(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    DecodeState state = state("a".repeat(1 + random.nextInt(40)), 1 + random.nextInt(30), seed);
    while (loop.next(state) instanceof WorkPlan plan) {
      byte[] before = loop.codec().encode(state);
      Plan again = loop.next(state);
      assertThat(again).isEqualTo(plan).hasSameHashCodeAs(plan);
      assertThat(loop.codec().encode(state)).isEqualTo(before);
      assertThat(loop.codec().decode(before)).isEqualTo(state);
      assertThat(loop.demand(state).covers(plan.resources())).isTrue();
      DecodeState advanced = loop.advance(state, imagined(plan, random));
      assertThat(loop.codec().encode(state)).isEqualTo(before);
      assertThat(advanced.stepIndex()).isEqualTo(state.stepIndex() + 1);
      state = advanced;
    }
    assertThat(state.finish()).isNotEqualTo(Finish.NONE);
  }

  private static StepResult imagined(WorkPlan plan, SplittableRandom random) {
    if (plan.payload() instanceof DecodePayload.Prefill prefill) {
      int end = prefill.start() + prefill.tokens().length();
      return StepResult.of(new DecodePayload.Prefilled(end), Duration.ZERO);
    }
    DecodePayload.Decode decode = (DecodePayload.Decode) plan.payload();
    int agreed = random.nextInt(decode.draft().length() + 1);
    TokenSequence said =
        decode.draft().slice(0, agreed).plus(TokenSequence.of('a' + random.nextInt(3)));
    return StepResult.of(
        new DecodePayload.Decoded(said, decode.draft().length(), agreed), Duration.ZERO);
  }

  @Test
  void promptIsPrefilledInChunksThatEndWithABlockAllButItsLastToken() {
    DecodeState state = state("x".repeat(20), 5, 1);
    List<DecodePayload.Prefill> chunks = new ArrayList<>();
    while (loop.next(state) instanceof WorkPlan plan
        && plan.payload() instanceof DecodePayload.Prefill prefill) {
      assertThat(plan.shape().kind()).isEqualTo(WorkUnitKind.AR_PREFILL);
      chunks.add(prefill);
      state = state.prefilled(prefill.start() + prefill.tokens().length(), null);
    }
    assertThat(chunks).extracting(DecodePayload.Prefill::start).containsExactly(0, 8, 16);
    assertThat(chunks).extracting(c -> c.tokens().length()).containsExactly(8, 8, 4);
  }

  @Test
  void stepsAnywhereInATextShareOneBatchKeyAndItsObjects() {
    WorkPlan early = (WorkPlan) loop.next(state("x", 9, 1).prefilled(1, null));
    WorkPlan late = (WorkPlan) loop.next(state("y".repeat(90), 50, 2).prefilled(90, null));

    assertThat(early.shape().kind()).isEqualTo(WorkUnitKind.AR_TOKEN);
    assertThat(late.shape()).isSameAs(early.shape());
    assertThat(late.resources()).isSameAs(early.resources());
    assertThat(late.placement()).isSameAs(early.placement());
  }

  @Test
  void blocksForPromptAndAnswerAreReserved() {
    assertThat(loop.demand(state("x".repeat(9), 7, 1)).cacheBlocks())
        .isEqualTo(CacheBlocks.of("kv", 4));
    assertThat(loop.demand(state("x".repeat(9), 8, 1)).cacheBlocks())
        .isEqualTo(CacheBlocks.of("kv", 5));
  }

  @Test
  void textThatCannotFitTheContextIsRefusedWithBothLengths() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> state("x".repeat(500), 100, 1))
        .withMessageContaining("512 positions")
        .withMessageContaining("501 tokens")
        .withMessageContaining("100");
  }

  @Test
  void chunksAddUpToTheTextAndTheLastSaysSo() {
    DecodeFixture.Run run =
        DecodeFixture.run(loop, fixture.executor(), DecodeRequest.greedy("tell me", 30));

    List<StreamChunk> chunks = run.chunks();
    assertThat(chunks.stream().map(StreamChunk::data).collect(Collectors.joining()))
        .isEqualTo(run.result().artifacts().get("text"))
        .isNotEmpty();
    assertThat(chunks).extracting(StreamChunk::modality).containsOnly("text");
    assertThat(chunks.getLast().last()).isTrue();
    assertThat(chunks.stream().filter(StreamChunk::last)).hasSize(1);
    for (int i = 0; i < chunks.size(); i++) {
      assertThat(chunks.get(i).sequence()).isEqualTo(i);
    }
    assertThat(run.result().outcome()).isEqualTo("length");
    assertThat(run.result().artifacts()).containsEntry("completion_tokens", "30");
  }

  @Test
  void characterIsEmittedWhenItsLastByteIs() {
    DecodeState state = state("x", 9, 1);
    List<String> emitted = new ArrayList<>();
    for (byte part : "€!".getBytes(StandardCharsets.UTF_8)) {
      DecodeState.Growth growth =
          state.grow(new DecodePayload.Decoded(TokenSequence.of(part & 0xff), 0, 0), null);
      emitted.add(growth.chunk() == null ? "-" : growth.chunk().data());
      state = growth.state();
    }
    assertThat(emitted).containsExactly("-", "-", "€", "!");
  }

  @Test
  void textEndsBeforeAStopSequenceThatComesInPieces() {
    DecodeState state =
        loop.init(
            DecodeRequest.greedy("x", 20).withStops("END"),
            DecodeFixture.MODEL.reference(),
            new LoopContext("a", 1, ExecutionProfile.SERVE));
    DecodeState.Growth first =
        state.grow(new DecodePayload.Decoded(TokenSequence.of('o', 'k', 'E'), 0, 0), null);
    DecodeState.Growth second =
        first
            .state()
            .grow(new DecodePayload.Decoded(TokenSequence.of('N', 'D', 'x', 'y'), 0, 0), null);

    assertThat(chunk(first).data()).isEqualTo("ok");
    assertThat(chunk(second).data()).isEmpty();
    assertThat(chunk(second).last()).isTrue();
    assertThat(second.state().finish()).isEqualTo(Finish.STOP);
    assertThat(second.state().text()).isEqualTo("ok");
    assertThat(second.state().generated()).isEqualTo(5);
  }

  @Test
  void endOfTheModelEndsTheTextUnlessItIsIgnored() {
    DecodePayload.Decoded said =
        new DecodePayload.Decoded(TokenSequence.of('a', ByteVocabulary.END, 'b'), 0, 0);
    DecodeState ended = state("x", 9, 1).grow(said, null).state();
    DecodeState ignored =
        loop.init(
                DecodeRequest.greedy("x", 9).ignoringEnd(),
                DecodeFixture.MODEL.reference(),
                new LoopContext("a", 1, ExecutionProfile.SERVE))
            .grow(said, null)
            .state();

    assertThat(ended.finish()).isEqualTo(Finish.STOP);
    assertThat(ended.text()).isEqualTo("a");
    assertThat(ignored.finish()).isEqualTo(Finish.NONE);
    assertThat(ignored.text()).isEqualTo("ab");
  }

  @Test
  void losingTheCacheAtEveryStepLeavesTheOutputAsItIs() {
    for (Sampling sampling : List.of(Sampling.GREEDY, Sampling.of(0.8, 0.9))) {
      DecodeRequest request = DecodeRequest.of("never mind the cache", 20, sampling);
      DecodeState first = DecodeFixture.first(loop, request, 3);
      DecodeFixture.Run calm =
          DecodeFixture.run(loop, fixture.executor(), "a", first, state -> state);
      DecodeExecutor executor = fixture.executor();
      AtomicInteger heard = new AtomicInteger();
      DecodeFixture.Run losing =
          DecodeFixture.run(
              loop,
              executor,
              "a",
              first,
              state -> {
                boolean said = state.generated() > heard.get();
                heard.set(state.generated());
                return said ? loop.withoutCache(state) : state;
              });

      assertThat(losing.chunks()).isEqualTo(calm.chunks());
      assertThat(losing.result()).isEqualTo(calm.result());
      assertThat(losing.state().stepIndex()).isGreaterThan(calm.state().stepIndex());
    }
  }

  @Test
  void commonPrefixIsComputedOnceAndTheTokensAreTheSame() {
    String prefix = "a system prompt that every request begins with, word by word. ";
    DecodeExecutor shared = fixture.executor();
    DecodeFixture.run(loop, shared, DecodeRequest.greedy(prefix + "first", 5));
    long before = shared.usage().join().prefilledTokens();
    DecodeState second = DecodeFixture.first(loop, DecodeRequest.greedy(prefix + "second", 20), 1);

    DecodeFixture.Run warm = DecodeFixture.run(loop, shared, "b", second, state -> state);
    DecodeExecutor alone = fixture.executor();
    DecodeFixture.Run cold = DecodeFixture.run(loop, alone, "b", second, state -> state);

    assertThat(warm.generated()).isEqualTo(cold.generated());
    assertThat(warm.state()).isEqualTo(cold.state());
    assertThat(cold.generated().length()).isEqualTo(20);
    long computedWarm = shared.usage().join().prefilledTokens() - before;
    long computedCold = alone.usage().join().prefilledTokens();
    assertThat(computedCold).isEqualTo(second.promptLength() - 1);
    assertThat(computedWarm).isLessThan(computedCold - 50);
    assertThat(shared.usage().join().kv().reusedTokens()).isEqualTo(computedCold - computedWarm);
  }

  @Test
  void rolloutSaysTheSameAndCapturesTokensWithTheirProbabilities() {
    DecodeRequest request = DecodeRequest.of("roll out", 12, Sampling.of(0.9, 1));
    DecodeState serve = DecodeFixture.first(loop, request, 4);
    DecodeState rollout =
        loop.init(
            request,
            DecodeFixture.MODEL.reference(),
            new LoopContext("loop-4", 4, ExecutionProfile.ROLLOUT));

    DecodeFixture.Run served = DecodeFixture.run(loop, fixture.executor(), "a", serve, s -> s);
    DecodeFixture.Run rolled = DecodeFixture.run(loop, fixture.executor(), "a", rollout, s -> s);

    assertThat(rolled.chunks()).isEqualTo(served.chunks());
    assertThat(rolled.result()).isEqualTo(served.result());
    assertThat(served.results()).allMatch(result -> result.behavior() == null);
    List<String> captured =
        rolled.results().stream()
            .filter(result -> result.payload() instanceof DecodePayload.Decoded)
            .map(result -> Objects.requireNonNull(result.behavior()).dataJson())
            .toList();
    assertThat(captured)
        .isNotEmpty()
        .allMatch(
            json -> json.matches("\\{\"tokens\":\\[[0-9, ]+],\"logprobs\":\\[-[-0-9E., ]+]}"));
  }

  private static StreamChunk chunk(DecodeState.Growth growth) {
    return Objects.requireNonNull(growth.chunk());
  }

  private DecodeState state(String prompt, int maxTokens, long seed) {
    return DecodeFixture.first(loop, DecodeRequest.greedy(prompt, maxTokens), seed);
  }
}
