package dev.evolve.serving.tensor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class TensorTest {

  @Test
  void travelsAsBase64BitForBit() {
    Tensor tensor =
        Tensor.of(2, 3, 1.5f, -0.0f, Float.MIN_VALUE, Float.NaN, Float.POSITIVE_INFINITY, 1e-20f);
    assertThat(Tensor.fromBase64(2, 3, tensor.base64())).isEqualTo(tensor);
    assertThat(Tensor.of(1, 1, 1).base64()).isEqualTo("AACAPw==");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Tensor.fromBase64(2, 2, tensor.base64()))
        .withMessageContaining("2 x 2");
  }

  @Test
  void equalityIsByBits() {
    assertThat(Tensor.of(1, 1, 0.0f)).isNotEqualTo(Tensor.of(1, 1, -0.0f));
    assertThat(Tensor.of(1, 2, 1, 2)).isNotEqualTo(Tensor.of(2, 1, 1, 2));
    assertThat(Tensor.of(1, 2, 1, 2).digest()).isEqualTo(Tensor.of(1, 2, 1, 2).digest());
  }

  @Test
  void isNotChangedThroughWhatItWasMadeOfOrGives() {
    float[] values = {1, 2};
    Tensor tensor = Tensor.of(1, 2, values);
    values[0] = 9;
    tensor.toArray()[1] = 9;
    assertThat(tensor).isEqualTo(Tensor.of(1, 2, 1, 2));
  }

  @Test
  void refusesAnotherNumberOfValues() {
    assertThatIllegalArgumentException().isThrownBy(() -> Tensor.of(2, 2, 1, 2, 3));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Tensor.of(1, 2, 1, 2).combine(Tensor.of(1, 1, 1), Float::sum))
        .withMessageContaining("1 x 2");
  }

  @Test
  void noiseIsStandardNormalAndFollowsFromSeedAndStream() {
    Tensor noise = SeededNoise.normal(3, 4, 100, 101);
    double sum = 0;
    double squares = 0;
    for (float value : noise.toArray()) {
      sum += value;
      squares += value * value;
    }
    assertThat(sum / noise.size()).isEqualTo(0, within(0.05));
    assertThat(squares / noise.size()).isEqualTo(1, within(0.05));
    assertThat(SeededNoise.normal(3, 4, 100, 101)).isEqualTo(noise);
    assertThat(SeededNoise.normal(3, 5, 100, 101)).isNotEqualTo(noise);
    assertThat(SeededNoise.normal(4, 4, 100, 101)).isNotEqualTo(noise);
  }
}
