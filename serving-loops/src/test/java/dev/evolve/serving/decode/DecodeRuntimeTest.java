package dev.evolve.serving.decode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evolve.loop.StreamChunk;
import dev.evolve.loop.runtime.CancelScope;
import dev.evolve.loop.runtime.FreezeMode;
import dev.evolve.loop.runtime.LoopDriver;
import dev.evolve.loop.runtime.LoopException;
import dev.evolve.loop.runtime.LoopHandle;
import dev.evolve.loop.runtime.LoopRuntime;
import dev.evolve.loop.runtime.LoopSettings;
import dev.evolve.loop.runtime.RuntimeLimits;
import dev.evolve.loop.runtime.RuntimeObserver;
import dev.evolve.loop.runtime.RuntimePorts;
import dev.evolve.loop.runtime.Submission;
import dev.evolve.loop.sim.InMemoryCheckpointStore;
import dev.evolve.loop.weights.SwapOrder;
import dev.evolve.loop.weights.WeightLoader;
import dev.evolve.serving.kernel.Kernels;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DecodeRuntimeTest {

  private final DecodeFixture fixture = new DecodeFixture();
  private final List<LoopDriver> drivers = new ArrayList<>();

  @AfterEach
  void close() {
    drivers.forEach(LoopDriver::close);
    fixture.close();
  }

  @Test
  void manyRequestsAtOnceSayWhatEachSaysAlone() {
    DecodeExecutor executor = fixture.executor();
    LoopDriver driver = driver(executor, DecodeFixture.KNOBS, (id, chunk) -> {});
    List<DecodeRequest> requests = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      Sampling sampling = i % 3 == 0 ? Sampling.of(0.9, 0.9) : Sampling.GREEDY;
      requests.add(DecodeRequest.of("request number " + i, 10 + i, sampling));
    }
    List<LoopHandle> handles = new ArrayList<>();
    for (int i = 0; i < requests.size(); i++) {
      handles.add(submit(driver, "r" + i, requests.get(i), 0));
    }
    for (int i = 0; i < requests.size(); i++) {
      assertThat(handles.get(i).result().join().artifacts())
          .containsEntry("text", alone("r" + i, requests.get(i)));
    }
    DecodeUsage usage = executor.usage().join();
    assertThat(usage.kv().held()).isZero();
    assertThat(usage.kv().sequences()).isZero();
    assertThat(usage.passes()).isLessThan(usage.steps());
  }

  @Test
  void cancelledRequestLeavesNoBlockBehind() {
    DecodeExecutor executor = fixture.executor();
    CompletableFuture<Void> begun = new CompletableFuture<>();
    LoopDriver driver = driver(executor, DecodeFixture.KNOBS, (id, chunk) -> begun.complete(null));
    LoopHandle handle =
        submit(driver, "a", DecodeRequest.greedy("go on for ever", 400).ignoringEnd(), 0);
    begun.join();

    driver.cancel(new CancelScope.LoopScope("a"), "the client left").join();

    assertThatThrownBy(() -> handle.result().join())
        .hasCauseInstanceOf(LoopException.LoopCancelledException.class);
    assertThat(executor.usage().join().kv().held()).isZero();
  }

  @Test
  void stepThatRaisesFailsItsOwnRequestAndLeavesNoBlockBehind() {
    Kernels kernels = raisingAt(40, new IllegalStateException("no position 40 today"));
    DecodeExecutor executor = fixture.executor(kernels, DecodeFixture.KNOBS);
    LoopDriver driver = driver(executor, DecodeFixture.KNOBS, (id, chunk) -> {});
    DecodeRequest shorter = DecodeRequest.greedy("short and sweet", 18).ignoringEnd();
    LoopHandle poisoned =
        submit(driver, "long", DecodeRequest.greedy("a long one", 60).ignoringEnd(), 0);
    List<LoopHandle> neighbours = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      neighbours.add(submit(driver, "n" + i, shorter, 0));
    }

    assertThatThrownBy(() -> poisoned.result().join())
        .isInstanceOf(CompletionException.class)
        .hasStackTraceContaining("no position 40 today");
    for (int i = 0; i < neighbours.size(); i++) {
      assertThat(neighbours.get(i).result().join().artifacts())
          .containsEntry("text", alone("n" + i, shorter));
    }
    assertThat(executor.usage().join().kv().held()).isZero();
  }

  @Test
  void raisingStepInABatchLeavesTheOthersOfTheBatchAlone() {
    Kernels kernels = raisingAt(12, new IllegalStateException("no"));
    DecodeExecutor executor = fixture.executor(kernels, DecodeFixture.KNOBS);
    DecodeLoop loop = DecodeFixture.loop(DraftSource.NONE);
    DecodeState good = prefilled(loop, executor, "good", "abcd");
    DecodeState bad = prefilled(loop, executor, "bad", "abcdefghijkl");
    CompletableFuture<dev.evolve.loop.StepResult> first = new CompletableFuture<>();
    CompletableFuture<dev.evolve.loop.StepResult> second = new CompletableFuture<>();

    executor.execute(
        List.of(
            DecodeFixture.work("bad", bad, (dev.evolve.loop.WorkPlan) loop.next(bad), first),
            DecodeFixture.work("good", good, (dev.evolve.loop.WorkPlan) loop.next(good), second)));

    assertThatThrownBy(first::join).hasRootCauseMessage("no");
    assertThat(second.join().payload()).isInstanceOf(DecodePayload.Decoded.class);
  }

  private static DecodeState prefilled(
      DecodeLoop loop, DecodeExecutor executor, String id, String prompt) {
    DecodeState state = DecodeFixture.first(loop, DecodeRequest.greedy(prompt, 5), 1);
    while (state.computed() < state.tokens().length() - 1) {
      dev.evolve.loop.WorkPlan plan = (dev.evolve.loop.WorkPlan) loop.next(state);
      state = loop.advance(state, DecodeFixture.answer(executor, id, state, plan).join());
    }
    return state;
  }

  @Test
  void brokenPoolIsSetUpAgainAndItsRequestsGoOn() {
    AtomicInteger left = new AtomicInteger(1);
    Kernels kernels =
        watching(
            positions -> {
              if (positions.contains(25) && left.getAndDecrement() > 0) {
                throw new InternalError("the memory is gone");
              }
            });
    DecodeExecutor executor = fixture.executor(kernels, DecodeFixture.KNOBS);
    LoopDriver driver = driver(executor, DecodeFixture.KNOBS, (id, chunk) -> {});
    DecodeRequest request = DecodeRequest.greedy("survive it", 30).ignoringEnd();
    List<LoopHandle> handles = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      handles.add(submit(driver, "s" + i, request, 0));
    }
    for (int i = 0; i < 5; i++) {
      assertThat(handles.get(i).result().join().artifacts())
          .containsEntry("text", alone("s" + i, request));
    }
    assertThat(left).hasNonPositiveValue();
    assertThat(executor.usage().join().kv().held()).isZero();
  }

  @Test
  void preemptedRequestSaysTheSame() {
    DecodeKnobs knobs = DecodeFixture.KNOBS.withKv(4, 20);
    DecodeExecutor executor = fixture.executor(DecodeFixture.KERNELS, knobs);
    CompletableFuture<Void> begun = new CompletableFuture<>();
    LoopDriver driver = driver(executor, knobs, (id, chunk) -> begun.complete(null));
    DecodeRequest request = DecodeRequest.greedy("wait for it", 60).ignoringEnd();
    LoopHandle patient = submit(driver, "patient", request, 0);
    begun.join();
    LoopHandle urgent = submit(driver, "urgent", request, 1);

    assertThat(urgent.result().join().artifacts()).containsEntry("text", alone("urgent", request));
    assertThat(patient.result().join().artifacts())
        .containsEntry("text", alone("patient", request));
    assertThat(executor.usage().join().kv().held()).isZero();
  }

  @Test
  void moreBlocksThanThereAreIsRefusedAtOnce() {
    DecodeKnobs knobs = DecodeFixture.KNOBS.withKv(4, 5);
    LoopDriver driver =
        driver(fixture.executor(DecodeFixture.KERNELS, knobs), knobs, (id, chunk) -> {});

    LoopHandle handle = submit(driver, "a", DecodeRequest.greedy("far too much", 60), 0);

    assertThatThrownBy(() -> handle.result().join()).hasStackTraceContaining("kv");
  }

  @Test
  void otherWeightsSayOtherThingsAndReuseNothing() {
    DecodeExecutor executor = fixture.executor();
    DecodeLoop loop = DecodeFixture.loop();
    DecodeRequest request = DecodeRequest.greedy("the same prompt for both of them", 20);
    TokenSequence before = DecodeFixture.run(loop, executor, request).generated();

    String version = DecoderModel.seeded("tiny", DecodeFixture.SHAPE, 12).reference().version();
    executor
        .stage(SwapOrder.of(DecodeExecutor.COMPONENT, version, List.of("decode"), FreezeMode.DRAIN))
        .install();
    TokenSequence after = DecodeFixture.run(loop, executor, request).generated();

    assertThat(after).isNotEqualTo(before);
    assertThat(executor.serves().version()).isEqualTo(version);
    assertThat(executor.usage().join().kv().reusedTokens()).isZero();
  }

  @Test
  void requestThatIsStoppedForASwapOfWeightsGoesOnWithTheNewOnes() {
    DecodeExecutor executor = fixture.executor();
    CompletableFuture<Void> begun = new CompletableFuture<>();
    LoopDriver driver = driver(executor, DecodeFixture.KNOBS, (id, chunk) -> begun.complete(null));
    LoopHandle handle =
        submit(driver, "a", DecodeRequest.greedy("change horses", 400).ignoringEnd(), 0);
    begun.join();
    String version = DecoderModel.seeded("tiny", DecodeFixture.SHAPE, 12).reference().version();
    WeightLoader.Staged staged =
        executor.stage(
            SwapOrder.of(
                DecodeExecutor.COMPONENT, version, List.of("decode"), FreezeMode.BOUNDARY));

    driver.freeze(DecodeLoop.KIND, FreezeMode.BOUNDARY).join();
    staged.install();
    driver.thaw(DecodeLoop.KIND, true).join();

    assertThat(handle.result().join().artifacts()).containsEntry("completion_tokens", "400");
    assertThat(executor.usage().join().kv().held()).isZero();
  }

  @Test
  void weightsThatNothingNamesAreRefused() {
    DecodeExecutor executor = fixture.executor();
    assertThatThrownBy(() -> stage(executor, "decoder", "seed-x"))
        .hasMessageContaining("seed-11-1x2x1x16x48");
    assertThatThrownBy(() -> stage(executor, "decoder", "seed-7-4x4x1x64x768"))
        .hasMessageContaining("not seed-7-4x4x1x64x768");
    assertThatThrownBy(() -> stage(executor, "expert", "1")).hasMessageContaining("decoder");
  }

  private static void stage(DecodeExecutor executor, String component, String version) {
    executor.stage(SwapOrder.of(component, version, List.of("decode"), FreezeMode.DRAIN)).discard();
  }

  @Test
  void stepAfterCloseFailsAtOnce() {
    DecodeExecutor executor = fixture.executor();
    executor.close();

    assertThatThrownBy(executor::usage).hasMessageContaining("closed");
  }

  private LoopDriver driver(
      DecodeExecutor executor, DecodeKnobs knobs, BiConsumer<String, StreamChunk> emitter) {
    RuntimeLimits.Pools pools = RuntimeLimits.Pools.unlimited();
    LoopRuntime runtime =
        new LoopRuntime(
                new RuntimePorts(
                    new InMemoryCheckpointStore(),
                    emitter::accept,
                    InstantSource.system(),
                    RuntimeObserver.NONE,
                    fault -> {}),
                RuntimeLimits.defaults()
                    .withPools(
                        new RuntimeLimits.Pools(
                            pools.memoryBytes(), pools.computeSeconds(), knobs.cacheBlocks())))
            .register(new DecodeLoop(knobs, DecodeFixture.SHAPE), executor, LoopSettings.IN_MEMORY);
    LoopDriver driver = new LoopDriver(runtime);
    driver.start();
    drivers.add(driver);
    return driver;
  }

  private static LoopHandle submit(
      LoopDriver driver, String id, DecodeRequest request, int priority) {
    return driver.submit(
        Submission.serve(
                DecodeLoop.KIND, id, request, DecodeFixture.MODEL.reference(), id.hashCode())
            .withPriority(priority));
  }

  private String alone(String id, DecodeRequest request) {
    DecodeLoop loop = DecodeFixture.loop();
    DecodeState first = DecodeFixture.first(loop, request, id.hashCode());
    return DecodeFixture.run(loop, fixture.executor(), id, first, state -> state).state().text();
  }

  private static Kernels raisingAt(int position, RuntimeException failure) {
    return watching(
        positions -> {
          if (positions.contains(position)) {
            throw failure;
          }
        });
  }

  /** Kernels that tell the positions of a pass before they compute it. */
  private static Kernels watching(java.util.function.Consumer<List<Integer>> watcher) {
    return (Kernels)
        Proxy.newProxyInstance(
            Kernels.class.getClassLoader(),
            new Class<?>[] {Kernels.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("rotate")) {
                watcher.accept(positions((MemorySegment) arguments[2], (int) arguments[3]));
              }
              try {
                return method.invoke(DecodeFixture.KERNELS, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  private static List<Integer> positions(MemorySegment segment, int rows) {
    List<Integer> positions = new ArrayList<>();
    for (int i = 0; i < rows; i++) {
      positions.add(segment.getAtIndex(ValueLayout.JAVA_INT, i));
    }
    return positions;
  }
}
