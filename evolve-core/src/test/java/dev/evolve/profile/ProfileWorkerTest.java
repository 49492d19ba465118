package dev.evolve.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evolve.campaign.CampaignFixtures;
import dev.evolve.campaign.FakeEvaluator;
import dev.evolve.campaign.FakeForge;
import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import dev.evolve.event.DomainEvent;
import dev.evolve.event.ImportedProfile;
import dev.evolve.gate.Gate;
import dev.evolve.gate.GateInput;
import dev.evolve.json.Json;
import dev.evolve.loop.Cancellation;
import dev.evolve.loop.Done;
import dev.evolve.loop.ExecutionProfile;
import dev.evolve.loop.LoopContext;
import dev.evolve.loop.ModelRef;
import dev.evolve.loop.StepResult;
import dev.evolve.loop.WorkPlan;
import dev.evolve.pack.HardwareProfile;
import dev.evolve.verdict.Effect;
import dev.evolve.verdict.GateFinding;
import dev.evolve.verdict.Verdict;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ProfileWorkerTest {

  private static final String SKU = Machine.of(ProfileStory.HERE).sku();

  private static final Cancellation NEVER = () -> false;

  private final FakeEvaluator evaluator = new FakeEvaluator();

  /** Says what it is told to. */
  private record Saying(String name, Moment moment, Verdict verdict, List<Effect> effects)
      implements Gate {
    @Override
    public Set<Input> inputs() {
      return Set.of(Input.CONFIRMATION);
    }

    @Override
    public GateFinding judge(GateInput input) {
      assertThat(input.diff()).isNotEmpty();
      return ProfileStory.finding(name, verdict, effects.toArray(Effect[]::new));
    }
  }

  private static Gate numerics(Verdict verdict) {
    return new Saying("determinism", Gate.Moment.AFTER_EVALUATION, verdict, List.of());
  }

  private static Gate perf(Verdict verdict, double ratio, double halfWidth) {
    return new Saying(
        "perf",
        Gate.Moment.AFTER_EVALUATION,
        verdict,
        List.of(
            ProfileStory.effect("small", ratio, halfWidth),
            ProfileStory.effect("large", ratio, halfWidth),
            ProfileStory.effect("odd", ratio + 0.05, halfWidth)));
  }

  private static Gate later() {
    return new Saying("promotion", Gate.Moment.BEFORE_PROMOTION, Verdict.INCONCLUSIVE, List.of());
  }

  private DomainEvent.ProfileRevalidated revalidate(String shape, Gate... gates) throws Exception {
    return (DomainEvent.ProfileRevalidated)
        worker(ProfileStory.HERE, gates).perform("loop-1", command(shape), NEVER);
  }

  private ProfileWorker worker(HardwareProfile machine, Gate... gates) {
    return new ProfileWorker(
        evaluator, List.of(gates), new FakeForge(), () -> machine, () -> ProfileStory.START);
  }

  private static ProfileCommand.Revalidate command(String shape) {
    return new ProfileCommand.Revalidate(
        "p1",
        SKU,
        new Shape(shape, List.of()),
        CampaignFixtures.SOURCE,
        CampaignFixtures.pack(),
        CampaignFixtures.tile(1),
        CampaignFixtures.tile(4),
        5,
        "ada");
  }

  @Test
  void holdsWhereOutputsAreRightAndTheWholeIntervalIsBetter() throws Exception {
    DomainEvent.ProfileRevalidated event =
        revalidate("*", numerics(Verdict.PASS), perf(Verdict.PASS, 0.8, 0.02), later());
    assertThat(event.held()).isTrue();
    assertThat(event.profileId()).isEqualTo("p1");
    assertThat(event.reason()).contains("15.0 % better [13.0, 17.0] on odd");
    assertThat(event.evaluation().runs()).isNotEmpty();
    assertThat(evaluator.measured()).containsExactly("loop-1-confirm");
  }

  @Test
  void holdsBelowThePacksMinimumGainAsLongAsItIsShownBetter() throws Exception {
    DomainEvent.ProfileRevalidated event =
        revalidate("small", numerics(Verdict.PASS), perf(Verdict.FAIL, 0.97, 0.01));
    assertThat(event.held()).isTrue();
  }

  @Test
  void doesNotHoldWhereOutputsDifferHoweverFastItIs() throws Exception {
    DomainEvent.ProfileRevalidated event =
        revalidate("*", numerics(Verdict.FAIL), perf(Verdict.PASS, 0.1, 0.01));
    assertThat(event.held()).isFalse();
    assertThat(event.reason()).contains("gate determinism FAIL");
  }

  @Test
  void doesNotHoldWhereNobodyComparedTheOutputs() throws Exception {
    assertThat(revalidate("*", perf(Verdict.PASS, 0.5, 0.01)).held()).isFalse();
  }

  @Test
  void doesNotHoldWhereTheIntervalReachesTheBaseline() throws Exception {
    DomainEvent.ProfileRevalidated event =
        revalidate("*", numerics(Verdict.PASS), perf(Verdict.INCONCLUSIVE, 0.94, 0.02));
    assertThat(event.held()).isFalse();
    assertThat(event.reason()).contains("no longer shown better");
    assertThat(
            revalidate("small", numerics(Verdict.PASS), perf(Verdict.INCONCLUSIVE, 0.94, 0.02))
                .held())
        .as("on its own shape it is")
        .isTrue();
  }

  @Test
  void anotherMachineProvesNothing() {
    ProfileWorker elsewhere = worker(ProfileStory.otherUnit(), numerics(Verdict.PASS));
    assertThatThrownBy(() -> elsewhere.perform("loop-1", command("*"), NEVER))
        .isInstanceOfSatisfying(
            EvolveException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CONFLICT))
        .hasMessageContaining("Bigger CPU");
    assertThat(evaluator.measured()).isEmpty();
  }

  @Test
  void everyCommandSurvivesARestartAndEndsInItsEvent() throws Exception {
    ImportedProfile imported =
        ((DomainEvent.ProfileImported)
                new ProfileStory().imported("pi", 5, 1.5).events().getFirst())
            .profile();
    List<ProfileCommand> commands =
        List.of(
            new ProfileCommand.Import(imported, "ada"),
            new ProfileCommand.Quarantine("p1", "bad", "ada"),
            new ProfileCommand.Pin("p1", true, "good", "ada"),
            command("*"));
    ProfileLoop loop = new ProfileLoop();
    for (ProfileCommand command : commands) {
      ProfileLoop.State state = start(loop, command);
      ProfileLoop.State restored = loop.codec().decode(loop.codec().encode(state));
      assertThat(restored).isEqualTo(state);
      assertThat(loop.next(restored)).isInstanceOf(WorkPlan.class).isEqualTo(loop.next(state));
      DomainEvent event =
          worker(ProfileStory.HERE, numerics(Verdict.PASS), perf(Verdict.PASS, 0.8, 0.02))
              .perform("loop-1", command, NEVER);
      assertThat(read(event)).isEqualTo(event);
      ProfileLoop.State done =
          loop.advance(
              restored, StepResult.of(new ProfileLoop.Happened(event), Duration.ofSeconds(1)));
      assertThat(loop.codec().decode(loop.codec().encode(done))).isEqualTo(done);
      assertThat(loop.next(done)).isInstanceOf(Done.class);
      assertThat(loop.finalize(done).artifacts()).containsEntry("profile", command.profileId());
    }
  }

  private static ProfileLoop.State start(ProfileLoop loop, ProfileCommand command) {
    return loop.init(
        command, new ModelRef("toy", "1"), new LoopContext("loop-1", 0, ExecutionProfile.SERVE));
  }

  private static DomainEvent read(DomainEvent event) {
    return Json.read(
        Json.mapper().writerFor(DomainEvent.class).writeValueAsString(event), DomainEvent.class);
  }
}
