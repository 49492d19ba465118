package dev.evolve.serving.decode;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evolve.loop.ExecutionProfile;
import dev.evolve.loop.Loop;
import dev.evolve.loop.LoopContext;
import dev.evolve.loop.LoopResult;
import dev.evolve.loop.ModelRef;
import dev.evolve.loop.Plan;
import dev.evolve.loop.StateCodec;
import dev.evolve.loop.StepResult;
import dev.evolve.loop.gate.Entrant;
import dev.evolve.loop.gate.InterleaveGate;
import dev.evolve.loop.gate.LoopGateReport;
import dev.evolve.loop.gate.SignalScript;
import dev.evolve.loop.gate.SnapshotGate;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DecodeGatesTest {

  private static final String SHARED = "In the beginning there was a long prompt that all share: ";
  private static final Sampling WARM = Sampling.of(0.9, 0.8);

  private final DecodeFixture fixture = new DecodeFixture();

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void requestsOfMixedLengthsOnOneCacheDoNotSmearIntoEachOther() {
    LoopGateReport report = InterleaveGate.batchedToo().check(this::mixedField);

    assertThat(report.findings()).isEmpty();
    assertThat(report.passed()).isTrue();
  }

  @Test
  void rolloutsDoNotSmearIntoEachOther() {
    LoopGateReport report =
        InterleaveGate.batchedToo()
            .check(
                () ->
                    mixedField().stream()
                        .<Entrant<?, ?>>map(each -> each.in(ExecutionProfile.ROLLOUT))
                        .toList());

    assertThat(report.findings()).isEmpty();
  }

  @Test
  void loopThatKeepsStateOnItselfIsFound() {
    LoopGateReport report = InterleaveGate.unbatched().check(this::rememberingField);

    assertThat(report.findings()).isNotEmpty();
  }

  @Test
  void requestStoppedAtAnyStepGoesOnWithTheSameBytes() {
    LoopGateReport report =
        new SnapshotGate(SignalScript.DEADLINES_PASS)
            .check(
                () -> {
                  DecodeExecutor executor = fixture.executor();
                  DecodeLoop loop = DecodeFixture.loop();
                  return List.of(
                      DecodeFixture.entrant(
                          "a", loop, executor, DecodeRequest.greedy("Stop anywhere", 14)),
                      DecodeFixture.entrant(
                          "b", loop, executor, DecodeRequest.of("and go on", 9, WARM)));
                });

    assertThat(report.findings()).isEmpty();
    assertThat(report.passed()).isTrue();
  }

  private List<Entrant<?, ?>> mixedField() {
    DecodeExecutor executor = fixture.executor();
    DecodeLoop loop = DecodeFixture.loop();
    List<Entrant<?, ?>> field = new ArrayList<>();
    field.add(
        DecodeFixture.entrant("long", loop, executor, DecodeRequest.greedy(SHARED + "one", 40)));
    field.add(
        DecodeFixture.entrant("warm", loop, executor, DecodeRequest.of(SHARED + "two", 25, WARM)));
    field.add(
        DecodeFixture.entrant("same", loop, executor, DecodeRequest.greedy(SHARED + "one", 3)));
    field.add(
        DecodeFixture.entrant(
            "short", loop, executor, DecodeRequest.of("x", 17, Sampling.of(1.3, 1))));
    field.add(
        DecodeFixture.entrant(
            "stop", loop, executor, DecodeRequest.greedy("abababab", 30).withStops("e", "T")));
    return field;
  }

  private List<Entrant<?, ?>> rememberingField() {
    DecodeExecutor executor = fixture.executor();
    Loop<DecodeRequest, DecodeState> loop = new RememberingLoop();
    return List.of(
        new Entrant<>(
            "a",
            loop,
            executor,
            DecodeRequest.greedy("first", 12),
            DecodeFixture.MODEL.reference(),
            1),
        new Entrant<>(
            "b",
            loop,
            executor,
            DecodeRequest.greedy("other", 12),
            DecodeFixture.MODEL.reference(),
            2));
  }

  /** Says each token a step late, and keeps it on the loop object meanwhile: requests meet. */
  private static final class RememberingLoop implements Loop<DecodeRequest, DecodeState> {

    private final DecodeLoop loop = DecodeFixture.loop(DraftSource.NONE);
    private TokenSequence last = TokenSequence.EMPTY;

    @Override
    public String kind() {
      return loop.kind();
    }

    @Override
    public DecodeState init(DecodeRequest request, ModelRef model, LoopContext context) {
      return loop.init(request, model, context);
    }

    @Override
    public Plan next(DecodeState state) {
      return loop.next(state);
    }

    @Override
    public DecodeState advance(DecodeState state, StepResult result) {
      if (result.payload() instanceof DecodePayload.Decoded decoded) {
        TokenSequence said = last.length() == 0 ? decoded.tokens() : last;
        last = decoded.tokens();
        return loop.advance(
            state, StepResult.of(new DecodePayload.Decoded(said, 0, 0), result.actual()));
      }
      return loop.advance(state, result);
    }

    @Override
    public LoopResult finalize(DecodeState state) {
      return loop.finalize(state);
    }

    @Override
    public StateCodec<DecodeState> codec() {
      return loop.codec();
    }
  }
}
