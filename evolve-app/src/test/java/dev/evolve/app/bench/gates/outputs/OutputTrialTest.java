package dev.evolve.app.bench.gates.outputs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evolve.app.bench.gates.outputs.Computation.Shape;
import dev.evolve.app.bench.gates.outputs.OutputTrial.Outputs;
import dev.evolve.pack.BenchPack.Output.Dtype;
import dev.evolve.verdict.Verdict;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A few of the bench's outputs, through files and the real gate. */
class OutputTrialTest {

  private static final OutputCase PRODUCT =
      new OutputCase(Computation.PRODUCT, new Shape(24, 20, 130), Dtype.F32);
  private static final SumOrder BEFORE = SumOrder.BLOCKS_OF_32;
  private static final SumOrder AFTER = SumOrder.PAIRWISE;

  @TempDir Path scratch;

  @Test
  void passesAProductThatIsSummedInAnotherOrder() {
    byte[] before = PRODUCT.right(Inputs.Kind.NORMAL, 1, BEFORE);
    byte[] after = PRODUCT.right(Inputs.Kind.NORMAL, 1, AFTER);

    assertThat(after).isNotEqualTo(before);
    assertThat(judge(outputs(before, after, Inputs.Kind.NORMAL, false))).isEqualTo(Verdict.PASS);
  }

  @ParameterizedTest
  @EnumSource(
      value = Fault.class,
      names = {
        "WRONG_SEED",
        "NARROW_ACCUMULATION",
        "MISSING_LAST_TERM",
        "ONE_WRONG_ELEMENT",
        "SUBNORMALS_FLUSHED",
        "INFINITY_CLAMPED",
        "EMPTY"
      })
  void failsAFault(Fault fault) {
    byte[] before = fault.baseline(PRODUCT, 1, BEFORE);
    byte[] after = fault.output(PRODUCT, 1, AFTER);

    assertThat(judge(outputs(before, after, fault.kind(), false))).isEqualTo(Verdict.FAIL);
  }

  @Test
  void failsAStaleCacheThoughItsOutputIsEqual() {
    byte[] output = PRODUCT.right(Inputs.Kind.NORMAL, 1, BEFORE);

    assertThat(judge(outputs(output, output, Inputs.Kind.NORMAL, true))).isEqualTo(Verdict.FAIL);
    assertThat(judge(outputs(output, output, Inputs.Kind.NORMAL, false))).isEqualTo(Verdict.PASS);
  }

  private Verdict judge(Outputs outputs) {
    return new OutputTrial(scratch).judge(outputs).verdict();
  }

  private static Outputs outputs(byte[] before, byte[] after, Inputs.Kind kind, boolean isStale) {
    return new Outputs(
        Dtype.F32,
        List.of(new byte[][] {before, after}, new byte[][] {before, after}),
        List.of(after, after, after),
        PRODUCT.reference(kind, 1),
        kind != Inputs.Kind.NORMAL,
        isStale);
  }
}
