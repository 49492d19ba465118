package dev.evolve.app.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evolve.event.DomainEvent;
import dev.evolve.json.Json;
import dev.evolve.measure.Evaluation;
import dev.evolve.proposal.ProposalStage;
import dev.evolve.provenance.CommitVerifier;
import dev.evolve.provenance.SigningKeys;
import dev.evolve.provenance.VerificationReport;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Whole campaigns on the real application, real services and real packs. */
class CampaignIT {

  private static final Path PACKS = Path.of("..").toAbsolutePath().normalize();
  private static final Path SGEMM = PACKS.resolve("bench-packs/cpu-sgemm");

  @TempDir private Path directory = Path.of("replaced by JUnit");

  @Test
  void landsARealImprovementOfTheRealPackAndUndoesIt() throws Exception {
    Path home = directory.resolve("home");
    Path pack = ServiceUnderTest.copyPack(SGEMM, directory.resolve("cpu-sgemm"));
    try (ServiceUnderTest service = ServiceUnderTest.start(home)) {
      String id =
          service.startCampaign(
              Map.of("pack", pack.toString(), "evaluations", 6, "seed", 4, "autoApproveAs", "ci"));

      List<DomainEvent> events =
          service.follow(id, Duration.ofMinutes(8), DomainEvent.CampaignFinished.class::isInstance);

      DomainEvent.CampaignFinished finished = (DomainEvent.CampaignFinished) events.getLast();
      assertThat(finished.outcome()).as(finished.summary()).isEqualTo("promoted");
      DomainEvent.Merged merged = only(events, DomainEvent.Merged.class);
      DomainEvent.CampaignStarted started = only(events, DomainEvent.CampaignStarted.class);
      Path repository = Path.of(started.source().repository());
      assertThat(verify(home, repository, merged.mergeCommit()).failures()).isEmpty();
      assertThat(soon(service, "/api/v1/profiles/export?pack=cpu-sgemm", merged.mergeCommit()))
          .contains("HIT")
          .contains(merged.proposalId());
      rollsBack(service, home, repository, started, merged);
      answersTheTwoQuestions(service, merged.proposalId());
      assertThat(soon(service, "/api/v1/profiles/lookup?pack=cpu-sgemm", "to see the way back"))
          .contains("\"MISS\"");
    }
  }

  private static void rollsBack(
      ServiceUnderTest service,
      Path home,
      Path repository,
      DomainEvent.CampaignStarted started,
      DomainEvent.Merged merged)
      throws Exception {
    HttpResponse<String> answer =
        service.post(
            "/api/v1/proposals/" + merged.proposalId() + "/rollback",
            Map.of("reason", "to see the way back"));
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    JsonNode outcome = Json.readTree(answer.body());
    assertThat(outcome.path("restoredTree").asString())
        .isEqualTo(git(repository, "rev-parse", started.source().commit() + "^{tree}"));
    assertThat(outcome.path("restoredArtifact").asString())
        .isEqualTo(merged.previousArtifactSha256());
    assertThat(git(repository, "rev-parse", started.source().branch() + "^{tree}"))
        .isEqualTo(git(repository, "rev-parse", started.source().commit() + "^{tree}"));
    assertThat(verify(home, repository, outcome.path("revertCommit").asString()).failures())
        .isEmpty();
  }

  private static void answersTheTwoQuestions(ServiceUnderTest service, String proposalId)
      throws InterruptedException {
    String question = "/api/v1/graph/improvements?pack=cpu-sgemm";
    String answer = "";
    for (int i = 0; i < 120 && !answer.contains("ROLLED_BACK"); i++) {
      answer = service.get(question).body();
      Thread.sleep(500);
    }
    assertThat(answer).contains(proposalId).contains("ROLLED_BACK");
    assertThat(service.get("/api/v1/graph/gate-failures?gate=determinism").statusCode())
        .isEqualTo(200);
  }

  @Test
  void goesOnWhereItWasWhereverItIsKilled() throws Exception {
    Path home = directory.resolve("home");
    Path pack = ServiceUnderTest.healthyFixture(directory.resolve("killed"), "killed");
    try (ServiceUnderTest service = ServiceUnderTest.start(home)) {
      String id =
          service.startCampaign(Map.of("pack", pack.toString(), "evaluations", 4, "seed", 11));
      List<Predicate<DomainEvent>> stages =
          List.of(
              DomainEvent.ProposalCreated.class::isInstance,
              event -> event instanceof DomainEvent.Evaluated,
              DomainEvent.SearchFinished.class::isInstance,
              event ->
                  event instanceof DomainEvent.Evaluated evaluated
                      && evaluated.evaluation().phase() == Evaluation.Phase.CONFIRMATION,
              event ->
                  event instanceof DomainEvent.StageChanged moved
                      && moved.to() == ProposalStage.CANARY,
              DomainEvent.CanaryJudged.class::isInstance,
              DomainEvent.RollbackRehearsed.class::isInstance,
              event ->
                  event instanceof DomainEvent.StageChanged moved
                      && moved.to() == ProposalStage.AWAITING_APPROVAL);
      for (Predicate<DomainEvent> stage : stages) {
        service.follow(id, Duration.ofMinutes(3), stage);
        service.killAndRestart();
      }
      List<DomainEvent> waiting = service.follow(id, Duration.ofMinutes(1), stages.getLast());
      String proposal = only(waiting, DomainEvent.Committed.class).proposalId();

      HttpResponse<String> approval =
          service.post("/api/v1/proposals/" + proposal + "/approve", Map.of());

      assertThat(approval.statusCode()).as(approval.body()).isEqualTo(200);
      List<DomainEvent> events =
          service.follow(id, Duration.ofMinutes(1), DomainEvent.CampaignFinished.class::isInstance);
      nothingHappenedTwice(events);
      measuresTheProfileAgain(service);
      assertThat(service.post("/api/v1/proposals/" + proposal + "/approve", Map.of()).statusCode())
          .isEqualTo(409);
    }
  }

  private static void measuresTheProfileAgain(ServiceUnderTest service) throws Exception {
    JsonNode hit = Json.readTree(soon(service, "/api/v1/profiles/lookup?pack=killed", "HIT"));
    assertThat(hit.path("outcome").asString()).as(hit.toString()).isEqualTo("HIT");
    String profile =
        "/api/v1/profiles/" + hit.path("profile").path("profile").path("id").asString();
    assertThat(service.post(profile + "/revalidate", Map.of()).statusCode()).isEqualTo(202);
    JsonNode detail = Json.readTree(service.get(profile).body());
    for (int i = 0;
        i < 240 && detail.path("revalidation").path("state").asString("").equals("running");
        i++) {
      Thread.sleep(500);
      detail = Json.readTree(service.get(profile).body());
    }
    assertThat(detail.path("revalidation").path("state").asString())
        .as(detail.toString())
        .isEqualTo("done");
    assertThat(detail.path("entry").path("history").toString())
        .containsAnyOf("held when it was measured again", "did not hold when it was");
  }

  /** What a view answers once it shows a text; what it answers at last if it never does. */
  private static String soon(ServiceUnderTest service, String path, String wanted)
      throws InterruptedException {
    String answer = service.get(path).body();
    for (int i = 0; i < 60 && !answer.contains(wanted); i++) {
      Thread.sleep(500);
      answer = service.get(path).body();
    }
    return answer;
  }

  private static void nothingHappenedTwice(List<DomainEvent> events) throws Exception {
    List<String> evaluations =
        events.stream()
            .filter(DomainEvent.Evaluated.class::isInstance)
            .map(event -> ((DomainEvent.Evaluated) event).evaluation().id())
            .toList();
    assertThat(evaluations).doesNotHaveDuplicates();
    DomainEvent.Merged merged = only(events, DomainEvent.Merged.class);
    DomainEvent.CampaignStarted started = only(events, DomainEvent.CampaignStarted.class);
    assertThat(
            git(
                Path.of(started.source().repository()),
                "rev-list",
                "--merges",
                started.source().branch()))
        .isEqualTo(merged.mergeCommit());
  }

  private static VerificationReport verify(Path home, Path repository, String commit) {
    SigningKeys keys = SigningKeys.openOrCreate(home, "evolve@localhost", new SecureRandom());
    return new CommitVerifier(keys.trusted()).verify(repository, commit);
  }

  private static <E extends DomainEvent> E only(List<DomainEvent> events, Class<E> type) {
    List<E> found = events.stream().filter(type::isInstance).map(type::cast).toList();
    assertThat(found).as(type.getSimpleName()).hasSize(1);
    return found.getFirst();
  }

  private static String git(Path repository, String... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of("git", "-C", repository.toString()));
    command.addAll(List.of(arguments));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes()).strip();
    assertThat(process.waitFor()).as(output).isZero();
    return output;
  }
}
