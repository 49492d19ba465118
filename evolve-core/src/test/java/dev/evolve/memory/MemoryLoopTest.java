package dev.evolve.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evolve.event.DomainEvent;
import dev.evolve.event.ImportedTrials;
import dev.evolve.json.Json;
import dev.evolve.loop.Done;
import dev.evolve.loop.ExecutionProfile;
import dev.evolve.loop.LoopContext;
import dev.evolve.loop.ModelRef;
import dev.evolve.loop.StepResult;
import dev.evolve.loop.WorkPlan;
import dev.evolve.loop.port.ExecutionContext;
import dev.evolve.loop.port.SignalRefusedException;
import dev.evolve.loop.port.WorkExecutor;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

class MemoryLoopTest {

  private static final Instant NOW = Instant.ofEpochSecond(1_000_000);
  private static final ImportedTrials TRIALS = MemoryFixtures.imported("m1", "toy");

  private final MemoryLoop loop = new MemoryLoop();

  private MemoryLoop.State begun(MemoryCommand command) {
    MemoryLoop.State state =
        loop.init(
            command,
            new ModelRef("toy", "memory"),
            new LoopContext("memory-1", 0, ExecutionProfile.SERVE));
    return loop.codec().decode(loop.codec().encode(state));
  }

  private StepResult step(MemoryLoop.State state) throws Exception {
    CompletableFuture<StepResult> answer = new CompletableFuture<>();
    try (ExecutorService pool = Executors.newVirtualThreadPerTaskExecutor()) {
      new MemoryExecutor(pool, InstantSource.fixed(NOW))
          .execute(
              List.of(
                  new WorkExecutor.Work(
                      (WorkPlan) loop.next(state), context(state), null, completion(answer))));
    }
    return answer.get();
  }

  private static ExecutionContext context(MemoryLoop.State state) {
    return new ExecutionContext(
        state.loopId(), state.stepIndex(), state, null, () -> false, ExecutionProfile.SERVE);
  }

  private static WorkExecutor.Completion completion(CompletableFuture<StepResult> answer) {
    return new WorkExecutor.Completion() {
      @Override
      public void succeed(StepResult result) {
        answer.complete(result);
      }

      @Override
      public void fail(Throwable cause) {
        answer.completeExceptionally(cause);
      }

      @Override
      public void refuseSignal(SignalRefusedException reason) {
        answer.completeExceptionally(reason);
      }
    };
  }

  @Test
  void anImportIsOneStepWhoseEventIsRecorded() throws Exception {
    MemoryLoop.State state = begun(new MemoryCommand.Import(TRIALS, "ada"));

    StepResult result = step(state);

    DomainEvent event = new DomainEvent.TrialsImported("memory-1", NOW, TRIALS, "ada");
    assertThat(result.payload()).isEqualTo(new MemoryLoop.Happened(event));
    assertThat(result.emits()).hasSize(1);
    assertThat(Json.read(result.emits().getFirst().data(), DomainEvent.class)).isEqualTo(event);
    MemoryLoop.State done = loop.advance(state, result);
    assertThat(loop.next(done)).isEqualTo(new Done("done"));
    assertThat(loop.codec().encode(done).length)
        .as("the trials are kept by the event alone")
        .isLessThan(200);
    assertThat(loop.finalize(done).artifacts()).containsEntry("import", "m1");
  }

  @Test
  void forgettingIsRecordedWithItsReason() throws Exception {
    MemoryLoop.State state = begun(new MemoryCommand.Forget(TRIALS.key(), "wrong clocks", "grace"));

    assertThat(step(state).payload())
        .isEqualTo(
            new MemoryLoop.Happened(
                new DomainEvent.TrialsForgotten(
                    "memory-1", NOW, TRIALS.key(), "wrong clocks", "grace")));
  }

  @Test
  void doesNotAdvanceByAnythingElse() {
    MemoryLoop.State state = begun(new MemoryCommand.Import(TRIALS, "ada"));
    StepResult other =
        StepResult.of(
            new MemoryLoop.Step(new MemoryCommand.Import(TRIALS, "ada")), Duration.ZERO, List.of());

    assertThatThrownBy(() -> loop.advance(state, other)).isInstanceOf(IllegalStateException.class);
  }
}
