package dev.evolve.app.bench.gates.outputs;

import dev.evolve.app.bench.gates.outputs.Computation.Shape;
import dev.evolve.app.bench.gates.outputs.Computation.Way;
import dev.evolve.pack.BenchPack.Output.Dtype;
import java.util.ArrayList;
import java.util.List;

/**
 * A computation at a size and in an element type.
 *
 * @param computation what is computed
 * @param shape its sizes
 * @param dtype element type of inputs and output
 */
public record OutputCase(Computation computation, Shape shape, Dtype dtype) {

  /** Every computation at every size and in every type. */
  public static List<OutputCase> all() {
    List<OutputCase> found = new ArrayList<>();
    for (Computation computation : Computation.values()) {
      for (Shape shape : computation.shapes()) {
        for (Dtype dtype : List.of(Dtype.F32, Dtype.F16, Dtype.BF16)) {
          found.add(new OutputCase(computation, shape, dtype));
        }
      }
    }
    return found;
  }

  Inputs inputs(Inputs.Kind kind, long seed) {
    return computation.inputs(shape, kind, dtype, seed);
  }

  float[] compute(Inputs inputs, Way way) {
    return computation.compute(shape, inputs, way);
  }

  /** The right output as it is written. */
  public byte[] right(Inputs.Kind kind, long seed, SumOrder order) {
    return encode(compute(inputs(kind, seed), Way.of(order, shape)));
  }

  byte[] encode(float[] values) {
    return Encoding.bytes(values, dtype);
  }

  /** The reference in double precision as it is written. */
  public byte[] reference(Inputs.Kind kind, long seed) {
    return Encoding.doubles(computation.reference(shape, inputs(kind, seed)));
  }
}
