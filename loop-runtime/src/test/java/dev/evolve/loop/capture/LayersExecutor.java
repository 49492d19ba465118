package dev.evolve.loop.capture;

import dev.evolve.loop.StepResult;
import dev.evolve.loop.WorkPayload;
import dev.evolve.loop.WorkPlan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * A stack of dense layers with seeded weights, in float arithmetic. Executing allocates its buffers
 * for each step; a graph of it has planned its calls and owns its buffers.
 */
final class LayersExecutor implements CapturableExecutor {

  /** A vector; equal by its bits. */
  record Vector(float[] values) implements WorkPayload {
    @Override
    public boolean equals(Object other) {
      return other instanceof Vector that && Arrays.equals(values, that.values);
    }

    @Override
    public int hashCode() {
      return Arrays.hashCode(values);
    }

    @Override
    public String toString() {
      return Arrays.toString(values);
    }
  }

  static final int LAYERS = 3;

  private final int width;
  private float[][] weights;
  private String structure = "dense-tanh*" + LAYERS;
  private boolean fixedForm = true;
  private long excessBytes;
  private boolean holding;
  final List<Runnable> held = new ArrayList<>();
  int eagerCalls;
  int open;
  @Nullable RuntimeException broken;

  LayersExecutor(int width) {
    this.width = width;
    this.weights = weightsOf(width, 1);
  }

  static float[][] weightsOf(int width, long version) {
    SplittableRandom random = new SplittableRandom(version);
    float[][] weights = new float[LAYERS][width * width];
    for (float[] layer : weights) {
      for (int i = 0; i < layer.length; i++) {
        layer[i] = (float) random.nextDouble(-1, 1);
      }
    }
    return weights;
  }

  long workspaceBytes(int batch) {
    return 2L * batch * width * Float.BYTES;
  }

  void load(long version) {
    weights = weightsOf(width, version);
  }

  void structure(String other) {
    structure = other;
  }

  void loseFixedForm() {
    fixedForm = false;
  }

  void keepMoreThanDeclared(long bytes) {
    excessBytes = bytes;
  }

  void hold() {
    holding = true;
  }

  @Override
  public String device() {
    return "cpu:test";
  }

  @Override
  public Optional<GraphForm> form(WorkPlan plan) {
    return fixedForm ? Optional.of(new GraphForm("layers", structure)) : Optional.empty();
  }

  @Override
  public void execute(List<Work> batch) {
    eagerCalls++;
    for (Work work : batch) {
      float[] from = input(work).clone();
      float[] to = new float[width];
      for (int layer = 0; layer < LAYERS; layer++) {
        dense(weights[layer], from, to);
        float[] swap = from;
        from = to;
        to = swap;
      }
      answer(work, from);
    }
  }

  @Override
  public Graph capture(List<Work> works) {
    if (broken != null) {
      throw broken;
    }
    open++;
    return new Sequence(weights, works.size());
  }

  @Override
  public void reinitialise(String pool) {
    eagerCalls = 0;
  }

  private static float[] input(Work work) {
    WorkPayload payload = work.override() == null ? work.plan().payload() : work.override();
    return ((Vector) payload).values();
  }

  private void answer(Work work, float[] values) {
    Vector copy = new Vector(values.clone());
    Runnable answer = () -> work.completion().succeed(StepResult.of(copy, Duration.ofMillis(1)));
    if (holding) {
      held.add(answer);
    } else {
      answer.run();
    }
  }

  private static void dense(float[] weights, float[] from, float[] to) {
    int width = from.length;
    for (int row = 0; row < width; row++) {
      float sum = 0;
      for (int column = 0; column < width; column++) {
        sum = Math.fma(weights[row * width + column], from[column], sum);
      }
      to[row] = (float) Math.tanh(sum);
    }
  }

  /** The calls of one batch, bound to the weights and buffers that they had when captured. */
  private final class Sequence implements Graph {
    private final float[][] bound;
    private final float[][] ping;
    private final float[][] pong;

    Sequence(float[][] bound, int batch) {
      this.bound = bound;
      this.ping = new float[batch][width];
      this.pong = new float[batch][width];
    }

    @Override
    public long workspaceBytes() {
      return LayersExecutor.this.workspaceBytes(ping.length) + excessBytes;
    }

    @Override
    public void replay(List<Work> works) {
      if (broken != null) {
        throw broken;
      }
      for (Work work : works) {
        if (input(work).length != width) {
          throw new GraphMismatchException(
              "captured for inputs of " + width + ", found one of " + input(work).length);
        }
      }
      for (int i = 0; i < works.size(); i++) {
        System.arraycopy(input(works.get(i)), 0, ping[i], 0, width);
        float[] from = ping[i];
        float[] to = pong[i];
        for (float[] layer : bound) {
          dense(layer, from, to);
          float[] swap = from;
          from = to;
          to = swap;
        }
        answer(works.get(i), from);
      }
    }

    @Override
    public void close() {
      open--;
    }
  }
}
