package dev.evolve.app.bench.runtime;

import com.sun.management.OperatingSystemMXBean;
import dev.evolve.app.bench.BenchSetting;
import dev.evolve.loop.ExecutionProfile;
import dev.evolve.loop.LoopContext;
import dev.evolve.loop.StreamChunk;
import dev.evolve.loop.runtime.LoopHandle;
import dev.evolve.serving.decode.DecodeKnobs;
import dev.evolve.serving.decode.DecodeLoop;
import dev.evolve.serving.decode.DecodeRequest;
import dev.evolve.serving.decode.DecodeState;
import dev.evolve.serving.decode.DecoderModel;
import dev.evolve.serving.decode.DecoderShape;
import dev.evolve.serving.kernel.Kernels;
import dev.evolve.serving.kernel.NativeKernels;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;

/**
 * The decode loop as it is served: what batching brings over one request at a time, how long people
 * wait under a recorded trace, and what a snapshot costs. One virtual machine; the two ways of
 * serving take turns in it.
 */
public final class ServingMain {

  private static final double NANOS = 1e9;
  private static final double MICROS = 1e3;
  private static final double MILLIS = 1e6;
  private static final int SNAPSHOT_TOKENS = 1_000;

  private final DecoderModel model = DecoderModel.seeded("bench", DecoderShape.SMALL, 1);
  private final Kernels kernels = NativeKernels.loadFromUserCache();
  private final OperatingSystemMXBean machine =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

  private ServingMain() {}

  /**
   * @param arguments what to measure: {@code batching PAIRS REQUESTS BATCH…}, {@code trace ROWS
   *     LOAD DIR} (a directory of data sets, or empty), or {@code snapshot ROUNDS}
   */
  public static void main(String[] arguments) {
    ServingMain main = new ServingMain();
    switch (arguments[0]) {
      case "batching" -> main.batching(arguments);
      case "trace" -> main.trace(arguments);
      case "snapshot" -> main.snapshot(Integer.parseInt(arguments[1]));
      default -> throw new IllegalArgumentException("nothing is called " + arguments[0]);
    }
    System.exit(0);
  }

  // ---- batching

  private void batching(String[] arguments) {
    int pairs = Integer.parseInt(arguments[1]);
    int requests = Integer.parseInt(arguments[2]);
    run(requests, 1, false);
    for (int pair = 0; pair < pairs; pair++) {
      for (int i = 3; i < arguments.length; i++) {
        int batch = Integer.parseInt(arguments[i]);
        Rate together = run(requests, batch, true);
        Rate alone = run(requests, batch, false);
        Fork.report("ratio wall " + batch, together.wall / alone.wall);
        Fork.report("ratio cpu " + batch, together.cpu / alone.cpu);
        Fork.report("tokens/s " + batch, together.wall);
        Fork.report("tokens/s alone " + batch, alone.wall);
      }
    }
  }

  /** Tokens a second of time and of CPU time. */
  private record Rate(double wall, double cpu) {}

  private Rate run(int requests, int batch, boolean together) {
    DecodeKnobs knobs = DecodeKnobs.DEFAULTS.withKv(16, 2_048).withBatches(128, batch, 256);
    try (DecodeRig rig = new DecodeRig(model, kernels, knobs, ServingMain::ignore)) {
      long begun = System.nanoTime();
      long cpu = machine.getProcessCpuTime();
      List<LoopHandle> open = new ArrayList<>();
      long tokens = 0;
      for (int i = 0; i < requests; i++) {
        open.add(rig.submit(request(i)));
        if (!together) {
          tokens += finish(open);
        }
      }
      tokens += finish(open);
      double seconds = (System.nanoTime() - begun) / NANOS;
      return new Rate(tokens / seconds, tokens * NANOS / (machine.getProcessCpuTime() - cpu));
    }
  }

  private static long finish(List<LoopHandle> open) {
    long tokens = 0;
    for (LoopHandle handle : open) {
      tokens += Long.parseLong(handle.result().join().artifacts().get("completion_tokens"));
    }
    open.clear();
    return tokens;
  }

  private static DecodeRequest request(int number) {
    return DecodeRequest.greedy("Request " + number + ": " + words(number, 48), 64).ignoringEnd();
  }

  /** A prompt of so many characters that no other request begins with. */
  private static String words(int number, int length) {
    StringBuilder text = new StringBuilder();
    long mixed = number;
    while (text.length() < length) {
      mixed = CountingExecutor.next(mixed);
      text.append(Long.toString(mixed & Long.MAX_VALUE, Character.MAX_RADIX)).append(' ');
    }
    return text.substring(0, length);
  }

  private static void ignore(String loopId, StreamChunk chunk) {
    // Only how fast they come is measured.
  }

  // ---- a trace

  private void trace(String[] arguments) {
    int rows = Integer.parseInt(arguments[1]);
    double load = Double.parseDouble(arguments[2]);
    Path data = arguments.length > 3 ? Path.of(arguments[3]) : null;
    BenchSetting setting = new BenchSetting(Path.of("."), true, "", "", data);
    List<RequestTrace.Request> trace = RequestTrace.read(setting, rows, 8, 1);
    double capacity = run(64, 32, true).wall;
    long tokens = trace.stream().mapToLong(RequestTrace.Request::output).sum();
    double seconds = trace.getLast().arrivalMs() / 1e3;
    double speed = load * capacity / (tokens / seconds);
    Fork.report("speed", speed);
    replay(trace, speed);
  }

  private void replay(List<RequestTrace.Request> trace, double speed) {
    DecodeKnobs knobs = DecodeKnobs.DEFAULTS.withKv(16, 2_048);
    ConcurrentHashMap<String, Arrivals> chunks = new ConcurrentHashMap<>();
    try (DecodeRig rig =
        new DecodeRig(model, kernels, knobs, (id, chunk) -> arrivals(chunks, id).chunk())) {
      long begun = System.nanoTime();
      List<LoopHandle> open = new ArrayList<>();
      for (int i = 0; i < trace.size(); i++) {
        RequestTrace.Request request = trace.get(i);
        long due = begun + (long) (request.arrivalMs() / speed * MILLIS);
        for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
          LockSupport.parkNanos(left);
        }
        chunks.put("r" + i, new Arrivals(due));
        open.add(rig.submit(traced(i, request)));
      }
      finish(open);
    }
    chunks.values().forEach(Arrivals::report);
  }

  private static Arrivals arrivals(ConcurrentHashMap<String, Arrivals> chunks, String id) {
    return Objects.requireNonNull(chunks.get(id), "a chunk comes after its request");
  }

  private static DecodeRequest traced(int number, RequestTrace.Request request) {
    return DecodeRequest.greedy(words(number, request.prompt()), request.output()).ignoringEnd();
  }

  /** When the chunks of a request came; it is counted from when it was due to be sent. */
  private static final class Arrivals {
    private final long due;
    private long first;
    private long last;
    private int count;

    Arrivals(long due) {
      this.due = due;
    }

    void chunk() {
      last = System.nanoTime();
      if (count++ == 0) {
        first = last;
      }
    }

    void report() {
      Fork.report("first token", (first - due) / MILLIS);
      if (count > 1) {
        Fork.report("each token", (last - first) / MILLIS / (count - 1));
      }
    }
  }

  // ---- snapshots

  private void snapshot(int rounds) {
    DecodeLoop loop = new DecodeLoop(DecodeKnobs.DEFAULTS, DecoderShape.SMALL);
    DecodeState state =
        loop.init(
            DecodeRequest.greedy(words(1, SNAPSHOT_TOKENS), 64),
            model.reference(),
            new LoopContext("snapshot", 1, ExecutionProfile.SERVE));
    int warmUp = 20_000;
    int each = 2_000;
    long bytes = encode(loop, state, warmUp);
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    for (int round = 0; round < rounds; round++) {
      long begun = threads.getCurrentThreadCpuTime();
      bytes += encode(loop, state, each);
      Fork.report("snapshot", (threads.getCurrentThreadCpuTime() - begun) / MICROS / each);
    }
    Fork.report("snapshot bytes", (double) bytes / (warmUp + (long) rounds * each));
  }

  private static long encode(DecodeLoop loop, DecodeState state, int times) {
    long bytes = 0;
    for (int i = 0; i < times; i++) {
      bytes += loop.codec().encode(state).length;
    }
    return bytes;
  }
}
