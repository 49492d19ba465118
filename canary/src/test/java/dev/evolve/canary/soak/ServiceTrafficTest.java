package dev.evolve.canary.soak;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evolve.canary.http.ToyService;
import dev.evolve.canary.time.SystemMonotonicClock;
import dev.evolve.error.EvolveException;
import dev.evolve.measure.SoakTraffic;
import dev.evolve.pack.BenchPack;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The load of a soak, against a server on a real socket. */
class ServiceTrafficTest {

  private static final BenchPack.Service SERVICE =
      new BenchPack.Service(List.of("toy"), "/healthz", "load.jsonl");

  @TempDir Path directory;

  private final SoakTraffic traffic = new ServiceTraffic(new SystemMonotonicClock());

  @Test
  @Timeout(30)
  void sendsTheLoadOverAndOverAndCountsTheAnswers() throws Exception {
    Path load =
        load(
            "{\"atMs\": 0, \"method\": \"GET\", \"path\": \"/a\"}",
            "{\"atMs\": 20, \"method\": \"POST\", \"path\": \"/b\", \"body\": {\"x\": 1}}");
    Path socket = directory.resolve("s");
    try (ToyService service = ToyService.start(socket, request -> ToyService.ok("{}"));
        SoakTraffic.Flow flow = traffic.start(SERVICE, load, socket, Duration.ofMillis(400), 2)) {
      while (flow.answered() < 20) {
        Thread.sleep(5);
      }
      assertThat(flow.problem()).isEmpty();
      assertThat(service.requests().getFirst()).startsWith("GET /healthz");
      assertThat(service.requests()).filteredOn(it -> it.startsWith("GET /a")).hasSize(10);
      assertThat(service.requests()).filteredOn(it -> it.startsWith("POST /b")).hasSize(10);
    }
  }

  @Test
  void refusesALoadWithoutARhythm() throws Exception {
    Path load = load("{\"atMs\": 0, \"method\": \"GET\", \"path\": \"/a\"}");
    assertThatThrownBy(
            () -> traffic.start(SERVICE, load, directory.resolve("s"), Duration.ofHours(8), 1))
        .isInstanceOf(EvolveException.class)
        .hasMessageContaining("two requests at different times");
  }

  @Test
  void endsBeforeTheServiceEverAnswered() throws Exception {
    Path load =
        load(
            "{\"atMs\": 0, \"method\": \"GET\", \"path\": \"/a\"}",
            "{\"atMs\": 9, \"method\": \"GET\", \"path\": \"/a\"}");
    SoakTraffic.Flow flow =
        traffic.start(SERVICE, load, directory.resolve("none"), Duration.ofHours(8), 1);
    flow.close();
    assertThat(flow.answered()).isZero();
  }

  private Path load(String... lines) throws Exception {
    return Files.write(directory.resolve("load.jsonl"), List.of(lines));
  }
}
