package dev.evolve.serving.guidance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.evolve.loop.PluginStates;
import dev.evolve.loop.StepContext;
import dev.evolve.serving.tensor.Tensor;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class GuidancePolicyTest {

  private static final Tensor CONDITIONAL = Tensor.of(1, 2, 3, 5);
  private static final Tensor UNCONDITIONAL = Tensor.of(1, 2, 1, 1);

  @Test
  void classicExtrapolatesFromTheUnconditionalBranch() {
    GuidancePolicy classic = new ClassicGuidance(4);
    assertThat(classic.branches(at(0, "a"), PluginStates.EMPTY)).containsExactly("cond", "uncond");
    assertThat(classic.combine(at(0, "a"), both(), PluginStates.EMPTY).velocity())
        .isEqualTo(Tensor.of(1, 2, 1 + 4 * 2, 1 + 4 * 4));
  }

  @Test
  void batchedGivesTheBytesOfClassicAndDiffersInDispatchOnly() {
    GuidancePolicy classic = new ClassicGuidance(3.7);
    GuidancePolicy batched = new BatchedGuidance(3.7);
    assertThat(batched.combine(at(0, "a"), both(), PluginStates.EMPTY))
        .isEqualTo(classic.combine(at(0, "a"), both(), PluginStates.EMPTY));
    assertThat(batched.dispatch()).isEqualTo(GuidancePolicy.Dispatch.TOGETHER);
    assertThat(classic.dispatch()).isEqualTo(GuidancePolicy.Dispatch.SEPARATE);
  }

  @Test
  void embeddedIsTheVelocityOfOneBranch() {
    GuidancePolicy embedded = new EmbeddedGuidance(6);
    assertThat(embedded.branches(at(0, "a"), PluginStates.EMPTY)).containsExactly("cond");
    assertThat(embedded.embeddedScale()).isEqualTo(6);
    assertThat(embedded.combine(at(0, "a"), conditional(), PluginStates.EMPTY).velocity())
        .isSameAs(CONDITIONAL);
  }

  @Test
  void adaptiveReusesTheDifferenceOnceItsGateIsPassed() {
    AdaptiveGuidance adaptive = new AdaptiveGuidance(4, 2, 10);
    PluginStates states = PluginStates.EMPTY;
    for (int step = 0; step < 2; step++) {
      assertThat(adaptive.branches(at(step, "a"), states)).containsExactly("cond", "uncond");
      GuidancePolicy.Guided guided = adaptive.combine(at(step, "a"), both(), states);
      assertThat(guided.velocity())
          .isEqualTo(new ClassicGuidance(4).combine(at(0, "a"), both(), states).velocity());
      states = guided.states();
    }
    assertThat(adaptive.branches(at(2, "a"), states)).containsExactly("cond");
    assertThat(adaptive.combine(at(2, "a"), conditional(), states).velocity())
        .isEqualTo(Tensor.of(1, 2, 3 + 3 * 2, 5 + 3 * 4));
  }

  @Test
  void adaptiveComputesBothAgainWhenTheExpertSwitches() {
    AdaptiveGuidance adaptive = new AdaptiveGuidance(4, 1, 10);
    PluginStates states = adaptive.combine(at(0, "a"), both(), PluginStates.EMPTY).states();
    assertThat(adaptive.branches(at(1, "a"), states)).containsExactly("cond");
    assertThat(adaptive.branches(at(1, "b"), states)).containsExactly("cond", "uncond");
    PluginStates switched = adaptive.combine(at(1, "b"), both(), states).states();
    assertThat(adaptive.branches(at(2, "b"), switched)).containsExactly("cond");
    assertThat(adaptive.branches(at(2, "a"), switched)).containsExactly("cond", "uncond");
  }

  @Test
  void adaptivePassesItsGateAnewForAnotherExpert() {
    AdaptiveGuidance adaptive = new AdaptiveGuidance(4, 2, 10);
    PluginStates states = adaptive.combine(at(0, "a"), both(), PluginStates.EMPTY).states();
    states = adaptive.combine(at(1, "a"), both(), states).states();
    states = adaptive.combine(at(2, "b"), both(), states).states();
    assertThat(adaptive.branches(at(3, "b"), states)).hasSize(2);
    states = adaptive.combine(at(3, "b"), both(), states).states();
    assertThat(adaptive.branches(at(4, "b"), states)).hasSize(1);
  }

  @Test
  void adaptiveComputesBothAgainAfterSoManyReuses() {
    AdaptiveGuidance adaptive = new AdaptiveGuidance(4, 1, 2);
    PluginStates states = PluginStates.EMPTY;
    StringBuilder branches = new StringBuilder();
    for (int step = 0; step < 7; step++) {
      List<String> asked = adaptive.branches(at(step, "a"), states);
      branches.append(asked.size());
      states =
          adaptive
              .combine(at(step, "a"), asked.size() == 2 ? both() : conditional(), states)
              .states();
    }
    assertThat(branches).hasToString("2112112");
  }

  @Test
  void aMissingBranchIsRefusedByName() {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> new ClassicGuidance(4).combine(at(0, "a"), conditional(), PluginStates.EMPTY))
        .withMessageContaining("uncond");
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                new AdaptiveGuidance(4, 1, 1)
                    .combine(at(3, "a"), conditional(), PluginStates.EMPTY))
        .withMessageContaining("step 3 needs both branches");
  }

  @Test
  void aRequestAsksForAPolicyByKind() {
    assertThat(GuidanceSpec.classic(2).policy()).isEqualTo(new ClassicGuidance(2));
    assertThat(GuidanceSpec.batched(2).policy()).isEqualTo(new BatchedGuidance(2));
    assertThat(GuidanceSpec.adaptive(2, 3, 4).policy()).isEqualTo(new AdaptiveGuidance(2, 3, 4));
    assertThat(GuidanceSpec.embedded(2).policy()).isEqualTo(new EmbeddedGuidance(2));
    assertThatIllegalArgumentException().isThrownBy(() -> GuidanceSpec.classic(Double.NaN));
    assertThatIllegalArgumentException().isThrownBy(() -> GuidanceSpec.adaptive(1, 0, 1));
  }

  private static StepContext at(long step, String expert) {
    return new StepContext(step, 0, 0, "", expert, List.of());
  }

  private static SortedMap<String, Tensor> both() {
    SortedMap<String, Tensor> velocities = conditional();
    velocities.put(GuidancePolicy.UNCONDITIONAL, UNCONDITIONAL);
    return velocities;
  }

  private static SortedMap<String, Tensor> conditional() {
    SortedMap<String, Tensor> velocities = new TreeMap<>();
    velocities.put(GuidancePolicy.CONDITIONAL, CONDITIONAL);
    return velocities;
  }
}
