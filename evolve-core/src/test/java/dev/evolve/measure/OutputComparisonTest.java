package dev.evolve.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.evolve.pack.BenchPack.Output.Dtype;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutputComparisonTest {

  @TempDir Path temporary;

  @Test
  void findsEqualOutputsEqual() throws IOException {
    OutputComparison same = floats(new float[] {1, -2, 3}, new float[] {1, -2, 3});
    assertThat(same.elements()).isEqualTo(3);
    assertThat(same.relativeL2()).isZero();
    assertThat(same.bitwiseEqual()).isTrue();
    assertThat(same.problem()).isEmpty();
  }

  @Test
  void measuresTheRelativeNormOfTheDifference() throws IOException {
    OutputComparison found = floats(new float[] {3, 4}, new float[] {3, 4.5f});
    assertThat(found.relativeL2()).isCloseTo(0.1, within(1e-12));
    assertThat(found.maximumAbsolute()).isEqualTo(0.5);
    assertThat(found.bitwiseEqual()).isFalse();
  }

  @Test
  void tellsNegativeZeroFromZeroBitwiseOnly() throws IOException {
    OutputComparison found = floats(new float[] {0f, 1f}, new float[] {-0f, 1f});
    assertThat(found.relativeL2()).isZero();
    assertThat(found.bitwiseEqual()).isFalse();
  }

  @Test
  void countsElementsThatAreNotFiniteInOneOnly() throws IOException {
    float nan = Float.NaN;
    float infinite = Float.POSITIVE_INFINITY;
    OutputComparison found =
        floats(
            new float[] {1, nan, infinite, 2, nan, infinite},
            new float[] {nan, nan, infinite, 2, 5, -infinite});
    assertThat(found.nonFiniteMismatches()).isEqualTo(3);
    assertThat(found.relativeL2()).isZero();
  }

  @Test
  void doesNotCallAnOutputOfNaNsEqual() throws IOException {
    OutputComparison found = floats(new float[] {Float.NaN}, new float[] {Float.NaN});
    assertThat(found.relativeL2()).isNaN();
    assertThat(found.maximumAbsolute()).isNaN();
  }

  @Test
  void isInfinitelyFarFromZerosUnlessZero() throws IOException {
    assertThat(floats(new float[] {0}, new float[] {1e-30f}).relativeL2()).isInfinite();
    assertThat(floats(new float[] {0}, new float[] {0}).relativeL2()).isZero();
  }

  @Test
  void refusesOtherSizesAndBrokenElements() throws IOException {
    OutputComparison sizes = floats(new float[] {1, 2}, new float[] {1});
    assertThat(sizes.problem()).contains("8").contains("4");
    assertThat(sizes.relativeL2()).isNaN();
    assertThat(compare(new byte[5], new byte[5], Dtype.F32).problem()).contains("5 bytes");
    assertThat(compare(new byte[0], new byte[0], Dtype.BYTES).problem()).contains("0 bytes");
  }

  @Test
  void tellsLargeWholeNumbersApartThatAreOneDouble() throws IOException {
    long large = Long.MAX_VALUE - 1;
    OutputComparison found = compare(longs(large), longs(large + 1), Dtype.I64);
    assertThat(found.bitwiseEqual()).isFalse();
  }

  @Test
  void readsHalfPrecisionOfBothKinds() throws IOException {
    short one = Float.floatToFloat16(1);
    short above = Float.floatToFloat16(1 + 0x1p-10f);
    OutputComparison half =
        compare(
            little(4).putShort(one).putShort(one).array(),
            little(4).putShort(one).putShort(above).array(),
            Dtype.F16);
    assertThat(half.maximumAbsolute()).isEqualTo(0x1p-10);
    OutputComparison brain =
        compare(
            little(4).putShort((short) 0x3f80).putShort((short) 0x3f80).array(),
            little(4).putShort((short) 0x3f80).putShort((short) 0x3f82).array(),
            Dtype.BF16);
    assertThat(brain.maximumAbsolute()).isEqualTo(0x1p-6);
    assertThat(magnitude(brain).ulps()).isEqualTo(2);
  }

  @Test
  void countsUnitsInTheLastPlaceOfTheLargerOfElementAndRootMeanSquare() throws IOException {
    float ulp = Math.ulp(1f);
    float[] cancelled = {1, -1, 1e-6f};
    OutputComparison small = floats(cancelled, new float[] {1, -1, 1e-6f + ulp});
    assertThat(magnitude(small).ulps()).isBetween(1.0, 2.1);
    OutputComparison large = floats(new float[] {1, 1024}, new float[] {1, 1024 + 2048 * ulp});
    assertThat(magnitude(large).ulps()).isEqualTo(2);
  }

  @Test
  void takesNormsOfHugeAndOfSubnormalNumbers() throws IOException {
    double huge = 1e300;
    ByteBuffer left = little(16).putDouble(3 * huge).putDouble(4 * huge);
    ByteBuffer right = little(16).putDouble(3 * huge).putDouble(4.5 * huge);
    assertThat(compare(left.array(), right.array(), Dtype.F64).relativeL2())
        .isCloseTo(0.1, within(1e-12));
    float tiny = 1e-42f;
    assertThat(floats(new float[] {tiny}, new float[] {0}).relativeL2()).isEqualTo(1);
  }

  private static ParityObservation.Magnitude magnitude(OutputComparison of) {
    return Objects.requireNonNull(of.magnitude());
  }

  @Test
  void comparesDoublesIntegersAndBytes() throws IOException {
    ByteBuffer left = little(16).putDouble(1e-200).putDouble(2);
    ByteBuffer right = little(16).putDouble(1e-200).putDouble(2.5);
    assertThat(compare(left.array(), right.array(), Dtype.F64).maximumAbsolute()).isEqualTo(0.5);
    assertThat(
            compare(little(4).putInt(-5).array(), little(4).putInt(5).array(), Dtype.I32)
                .relativeL2())
        .isEqualTo(2);
    assertThat(compare(new byte[] {-1}, new byte[] {1}, Dtype.BYTES).maximumAbsolute())
        .isEqualTo(254);
  }

  @Test
  void comparesMoreThanOneChunk() throws IOException {
    float[] left = new float[100_003];
    java.util.Arrays.fill(left, 1);
    float[] right = left.clone();
    right[100_002] = 2;
    OutputComparison found = floats(left, right);
    assertThat(found.elements()).isEqualTo(100_003);
    assertThat(found.relativeL2()).isCloseTo(1 / Math.sqrt(100_003), within(1e-12));
  }

  private OutputComparison floats(float[] left, float[] right) throws IOException {
    return compare(bytes(left), bytes(right), Dtype.F32);
  }

  private OutputComparison compare(byte[] left, byte[] right, Dtype dtype) throws IOException {
    Path baseline = Files.write(temporary.resolve("baseline"), left);
    return OutputComparison.of(baseline, Files.write(temporary.resolve("candidate"), right), dtype);
  }

  private static byte[] bytes(float[] values) {
    ByteBuffer buffer = little(values.length * 4);
    for (float value : values) {
      buffer.putFloat(value);
    }
    return buffer.array();
  }

  private static byte[] longs(long value) {
    return little(8).putLong(value).array();
  }

  private static ByteBuffer little(int size) {
    return ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
  }
}
