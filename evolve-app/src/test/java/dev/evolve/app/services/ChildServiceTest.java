package dev.evolve.app.services;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Process handling, on small shell scripts in place of a service. */
class ChildServiceTest {

  private static final String SERVES = "touch ready; exec sleep 60";

  @TempDir private Path directory;
  private final RecordingListener listener = new RecordingListener();

  @Test
  void runsOnceItIsHealthyAndStopsWhenClosed() {
    ChildService service = service("sleep 0.2; " + SERVES);
    service.start();
    long pid = service.pid().orElseThrow();
    assertThat(service.state()).isEqualTo(ServiceState.RUNNING);
    assertThat(listener.running).isDone();
    assertThat(listener.activities).contains("serving");
    assertThat(directory.resolve("pid")).hasContent(Long.toString(pid));

    service.close();

    assertThat(service.state()).isEqualTo(ServiceState.STOPPED);
    assertThat(ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false)).isFalse();
    assertThat(directory.resolve("pid")).doesNotExist();
    assertThat(listener.hasFailed()).isFalse();
  }

  @Test
  void killsAServiceThatDoesNotStopByItself() {
    ChildService service = service("trap '' TERM; touch ready; while :; do sleep 0.1; done");
    service.start();
    long pid = service.pid().orElseThrow();

    service.close();

    assertThat(ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false)).isFalse();
  }

  @Test
  void explainsAServiceThatEndsWhileItStartsByItsLastLogLines() {
    ChildService service = service("echo first; echo the disk is on fire; exit 3");

    EvolveException failure = catchThrowableOfType(EvolveException.class, service::start);

    assertThat(failure.code()).isEqualTo(ErrorCode.SERVICE_FAILED);
    assertThat(failure)
        .hasMessageContaining("exit code 3")
        .hasMessageContaining("the disk is on fire")
        .hasMessageContaining(directory.resolve("logs").resolve("console.log").toString())
        .hasMessageContaining("look at it");
    assertThat(service.state()).isEqualTo(ServiceState.FAILED);
    assertThat(service.failure()).contains(failure);
  }

  @Test
  void tellsCorruptDataByALineOfTheLog() {
    ChildService service = service("echo the store is corrupt; exit 1");

    EvolveException failure = catchThrowableOfType(EvolveException.class, service::start);

    assertThat(failure.code()).isEqualTo(ErrorCode.DATA_CORRUPT);
    assertThat(failure).hasMessageContaining("restore it");
  }

  @Test
  void givesUpOnAServiceThatRunsButCanNeverServe() {
    ChildService service = service("echo the store is corrupt: fatal; exec sleep 60");

    EvolveException failure = catchThrowableOfType(EvolveException.class, service::start);

    assertThat(failure.code()).isEqualTo(ErrorCode.DATA_CORRUPT);
    assertThat(service.pid()).isEmpty();
  }

  @Test
  void givesUpAfterTheStartLimit() {
    ChildService service = service(Duration.ofMillis(500), "exec sleep 60");

    assertThatThrownBy(service::start).hasMessageContaining("did not answer within");
    assertThat(service.pid()).isEmpty();
  }

  @Test
  void givesUpIfAStepBeforeTheServiceFails() {
    ChildService service = service(Duration.ofSeconds(30), "echo no entry; exit 1", SERVES);

    assertThatThrownBy(service::start).hasMessageContaining("no entry");
    assertThat(directory.resolve("ready")).doesNotExist();
  }

  @Test
  void reportsAServiceThatDiesWhileItRuns() throws Exception {
    ChildService service = service(SERVES);
    service.start();

    ProcessHandle.of(service.pid().orElseThrow()).orElseThrow().destroyForcibly();

    assertThat(listener.awaitFailure())
        .hasMessageContaining("died (exit code 137)")
        .hasMessageContaining("look at it");
    assertThat(service.state()).isEqualTo(ServiceState.FAILED);
  }

  @Test
  void isStoppedWhileItStarts() throws Exception {
    ChildService service = service("exec sleep 60");
    Thread starter = Thread.ofPlatform().start(() -> catchStart(service));
    while (service.pid().isEmpty()) {
      Thread.onSpinWait();
    }

    service.close();

    assertThat(starter.join(Duration.ofSeconds(10))).isTrue();
    assertThat(service.state()).isEqualTo(ServiceState.STOPPED);
    assertThat(listener.hasFailed()).isFalse();
  }

  @Test
  void stopsWhatAKilledEvolveLeftBehind() throws Exception {
    Process orphan = new ProcessBuilder("sh", "-c", "sleep 60 & wait", "marker=1").start();
    Files.writeString(directory.resolve("pid"), Long.toString(orphan.pid()));

    boolean found = new PidFile(directory.resolve("pid"), "marker=1").stopOrphan(LIMIT);

    assertThat(found).isTrue();
    assertThat(orphan.isAlive()).isFalse();
    assertThat(directory.resolve("pid")).doesNotExist();
  }

  @Test
  void leavesAProcessAloneThatIsNotOurs() throws Exception {
    Process stranger = new ProcessBuilder("sleep", "60").start();
    Files.writeString(directory.resolve("pid"), Long.toString(stranger.pid()));

    boolean found = new PidFile(directory.resolve("pid"), "marker=1").stopOrphan(LIMIT);

    assertThat(found).isFalse();
    assertThat(stranger.isAlive()).isTrue();
    stranger.destroyForcibly();
  }

  private static final Duration LIMIT = Duration.ofSeconds(1);

  private static void catchStart(ChildService service) {
    try {
      service.start();
    } catch (EvolveException expected) {
      assertThat(expected).hasMessageContaining("was stopped while it started");
    }
  }

  private ChildService service(String script) {
    return service(Duration.ofSeconds(30), script);
  }

  private ChildService service(Duration startLimit, String... scripts) {
    List<ServiceSpec.Step> steps =
        List.of(scripts).stream()
            .map(script -> new ServiceSpec.Step("serving", List.of("sh", "-c", script), Map.of()))
            .toList();
    ServiceSpec spec =
        new ServiceSpec(
            "Thing",
            directory,
            steps,
            List.of(directory.resolve("logs").resolve("console.log")),
            () -> Files.readString(directory.resolve("ready")),
            List.of(FailureSign.of("is corrupt", ErrorCode.DATA_CORRUPT, "restore it")),
            Pattern.compile("fatal"),
            startLimit,
            LIMIT,
            "look at it");
    return new ChildService(spec, new PidFile(directory.resolve("pid"), "marker=1"), listener);
  }
}
