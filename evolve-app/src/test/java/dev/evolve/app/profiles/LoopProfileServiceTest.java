package dev.evolve.app.profiles;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evolve.app.profiles.ProfileService.Decision;
import dev.evolve.app.profiles.ProfileService.ImportResult;
import dev.evolve.app.profiles.ProfileService.Revalidation;
import dev.evolve.campaign.CampaignFixtures;
import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import dev.evolve.json.Json;
import dev.evolve.loop.LoopResult;
import dev.evolve.pack.BenchPack;
import dev.evolve.pack.HardwareProfile;
import dev.evolve.profile.ProfileEntry;
import dev.evolve.profile.ProfileFilter;
import dev.evolve.profile.ProfileQuestion;
import dev.evolve.profile.ProfileState;
import dev.evolve.profile.Provenance;
import java.util.TreeMap;
import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class LoopProfileServiceTest {

  private static final Decision BAD = new Decision("ada", "does not build here");

  private final ProfilesUnderTest profiles = new ProfilesUnderTest().started();

  private static ImportResult result(String pack, String format, String content) {
    return new ImportResult(pack, "", "", format, "toy.json", content, "ada");
  }

  private static ImportResult configuration(String pack, String values) {
    return result(
        pack, "configuration", "{\"configuration\":" + values + ",\"value\":1.5,\"unit\":\"ms\"}");
  }

  private static AbstractThrowableAssert<?, ?> refusal(ErrorCode code, ThrowingCallable call) {
    return assertThatThrownBy(call)
        .isInstanceOfSatisfying(EvolveException.class, e -> assertThat(e.code()).isEqualTo(code));
  }

  private String idOfGated() {
    profiles.gated("p1", 4, 0.8);
    return profiles.views().entries(ProfileFilter.ALL).getFirst().profile().id();
  }

  @Test
  void importsTheBestOfACacheOfKernelTuner() {
    String cache =
        """
        {"device_name":"A100","kernel_name":"toy","problem_size":[1],"objective":"time",
         "tune_params_keys":["TILE"],"tune_params":{"TILE":[1,2,3]},
         "cache":{
          "1":{"TILE":1,"time":3.0,"times":[3.0]},
          "2":{"TILE":2,"time":1.25,"times":[1.25]},
          "3":{"TILE":3,"time":"RuntimeFailedConfig"}}}
        """;
    ProfileEntry entry = profiles.service().importResult(result("toy", "kernel-tuner", cache));
    assertThat(entry.state()).isEqualTo(ProfileState.IMPORTED);
    assertThat(entry.profile().configuration().values()).containsEntry("TILE", "2");
    assertThat(entry.profile().search().evaluations()).isEqualTo(3);
    assertThat(entry.profile().provenance())
        .isInstanceOfSatisfying(
            Provenance.Imported.class,
            it -> {
              assertThat(it.device()).isEqualTo("A100");
              assertThat(it.claimedValue()).isEqualTo(1.25);
              assertThat(it.contentSha256()).hasSize(64);
            });
    assertThat(profiles.views().lookup(ProfileQuestion.of("toy", "", "")).baseline()).isTrue();
  }

  @Test
  void saysEverythingThatDoesNotFitThePackAtOnce() {
    refusal(
            ErrorCode.INVALID_REQUEST,
            () -> profiles.service().importResult(configuration("toy", "{\"TILE\":\"9\",\"X\":1}")))
        .hasMessageContaining("TILE wants one of 1, 2, 3, 4, 5, found 9")
        .hasMessageContaining("toy has no knob X");
    refusal(
            ErrorCode.INVALID_REQUEST,
            () -> profiles.service().importResult(configuration("toy", "{}")))
        .hasMessageContaining("\"configuration\"");
    assertThat(profiles.submitted()).isEmpty();
  }

  @Test
  void refusesWhatTheConstraintsOfThePackForbid() {
    String declared =
        Json.write(CampaignFixtures.pack())
            .replace(
                "\"constraints\":[]",
                "\"constraints\":[{\"expression\":\"TILE < 4\",\"reason\":\"registers\"}]");
    profiles.started("c2", Json.read(declared, BenchPack.class));
    refusal(
            ErrorCode.INVALID_REQUEST,
            () -> profiles.service().importResult(configuration("toy", "{\"TILE\":5}")))
        .hasMessageContaining("registers");
  }

  @Test
  void refusesWhatIsNoTuningResult() {
    for (String format : new String[] {"kernel-tuner", "t4", "configuration", "csv"}) {
      refusal(
          ErrorCode.INVALID_REQUEST,
          () -> profiles.service().importResult(result("toy", format, "a,b\n")));
    }
    refusal(
            ErrorCode.INVALID_REQUEST,
            () ->
                profiles
                    .service()
                    .importResult(
                        new ImportResult("toy", "feed", "", "configuration", "x", "{}", "ada")))
        .hasMessageContaining("feed");
  }

  @Test
  void importsForAPackThatIsNotKnownYet() {
    ProfileEntry entry =
        profiles.service().importResult(configuration("elsewhere", "{\"ANY\":true}"));
    assertThat(entry.profile().configuration().values()).containsEntry("ANY", "true");
    refusal(ErrorCode.CONFLICT, () -> profiles.service().revalidate(entry.profile().id(), "ada"))
        .hasMessageContaining("no campaign has run on elsewhere");
  }

  @Test
  void quarantinesAndPinsWithAReason() {
    String id = idOfGated();
    assertThat(profiles.service().pin(id, true, new Decision("ada", "known good")).pinned())
        .isTrue();
    assertThat(profiles.service().quarantine(id, BAD).state()).isEqualTo(ProfileState.QUARANTINED);
    refusal(
        ErrorCode.INVALID_REQUEST,
        () -> profiles.service().quarantine(id, new Decision("ada", " ")));
    refusal(ErrorCode.NOT_FOUND, () -> profiles.service().quarantine("none", BAD));
  }

  @Test
  void measuresAProfileOnceAtATimeAndSaysHowThatStands() {
    String id = idOfGated();
    assertThat(profiles.service().revalidation(id)).isEqualTo(Revalidation.NONE);
    assertThat(profiles.service().revalidate(id, "ada")).startsWith("profile-");
    assertThat(profiles.service().revalidation(id).state()).isEqualTo("running");
    refusal(ErrorCode.CONFLICT, () -> profiles.service().revalidate(id, "ada"))
        .hasMessageContaining("being measured already");
    profiles.measured().complete(new LoopResult("done", new TreeMap<>()));
    assertThat(profiles.service().revalidation(id).state()).isEqualTo("done");
  }

  @Test
  void aMeasurementThatCannotBeMadeSaysWhyAndLeavesTheProfileAsItIs() {
    String id = idOfGated();
    profiles.service().revalidate(id, "ada");
    profiles
        .measured()
        .completeExceptionally(new EvolveException(ErrorCode.SANDBOX_UNAVAILABLE, "no sandbox"));
    assertThat(profiles.service().revalidation(id))
        .isEqualTo(new Revalidation("failed", "no sandbox"));
    assertThat(profiles.views().find(id).orElseThrow().state()).isEqualTo(ProfileState.CURRENT);
  }

  @Test
  void anotherMachineCannotMeasureIt() {
    HardwareProfile other =
        new HardwareProfile(
            "arm64", "Other CPU", 8, 1L << 30, "Linux", "1", "cc 1", "unknown", new TreeMap<>());
    ProfilesUnderTest elsewhere = new ProfilesUnderTest(other, true).started().gated("p1", 4, 0.8);
    String id = elsewhere.views().entries(ProfileFilter.ALL).getFirst().profile().id();
    refusal(ErrorCode.CONFLICT, () -> elsewhere.service().revalidate(id, "ada"))
        .hasMessageContaining("Other CPU");
  }

  @Test
  void answersNothingBeforeTheLogHasBeenRead() {
    ProfilesUnderTest starting = new ProfilesUnderTest(ProfilesUnderTest.HERE, false).started();
    refusal(
        ErrorCode.LOG_UNAVAILABLE,
        () -> starting.views().lookup(ProfileQuestion.of("toy", "", "")));
  }

  @Test
  void takesAnEventThatIsDeliveredTwiceOnce() {
    String id = idOfGated();
    int before = profiles.views().find(id).orElseThrow().history().size();
    profiles.service().pin(id, true, new Decision("ada", "known good"));
    assertThat(profiles.views().find(id).orElseThrow().history()).hasSize(before + 1);
  }
}
