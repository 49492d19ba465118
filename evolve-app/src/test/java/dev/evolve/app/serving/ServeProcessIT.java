package dev.evolve.app.serving;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evolve.app.EvolveCommand;
import dev.evolve.app.serving.http.RawClient;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code evolve serve} as a process of its own: what it loads, and how it ends. */
@Timeout(120)
class ServeProcessIT {

  private static final Pattern PORT = Pattern.compile("on http://127\\.0\\.0\\.1:(\\d+)");
  private static final String LONG =
      "{\"model\": \"evolve-small\", \"prompt\": \"a\", \"max_tokens\": %d, \"seed\": 1,"
          + " \"ignore_eos\": true, \"stream\": true}";

  private static final Predicate<String> FRAMEWORKS =
      Pattern.compile("org\\.(springframework|apache\\.kafka|neo4j)\\.").asPredicate();

  @TempDir private Path directory;

  @Test
  void aSignalLetsRunningRequestsFinishAndTheExitCodeIsZero() throws Exception {
    Process process = start("--drain-timeout", "60");
    try (BufferedReader out = process.inputReader();
        RawClient client = RawClient.connect(port(out))) {
      client.post("/v1/completions", LONG.formatted(20));
      client.readUntil("\"text\":");
      process.toHandle().destroy();
      assertThat(client.readUntil("data: [DONE]")).contains("\"finish_reason\":\"length\"");
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).isZero();
      assertThat(out.readLine()).isEqualTo("evolve: drained, all requests were answered");
    } finally {
      process.destroyForcibly();
    }
  }

  @Test
  void aDrainThatIsOverCancelsWhatIsLeftAndTheExitCodeIsZero() throws Exception {
    Process process = start("--drain-timeout", "0.1");
    try (BufferedReader out = process.inputReader();
        RawClient client = RawClient.connect(port(out))) {
      client.post("/v1/completions", LONG.formatted(2_000));
      client.readUntil("\"text\":");
      process.toHandle().destroy();
      assertThat(client.readUntil("data: [DONE]")).contains("drain_timeout");
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).isZero();
    } finally {
      process.destroyForcibly();
    }
  }

  @Test
  void springIsNotLoaded() throws Exception {
    Path loaded = directory.resolve("classes.txt");
    Process process = start("-Xlog:class+load:file=" + loaded);
    try (BufferedReader out = process.inputReader();
        RawClient client = RawClient.connect(port(out))) {
      client.post("/v1/completions", LONG.formatted(2)).readUntil("data: [DONE]");
      client.send("GET /metrics HTTP/1.1\r\nHost: a\r\n\r\n").readUntil("evolve_engine_passes");
    } finally {
      process.destroyForcibly().waitFor();
    }
    List<String> classes = Files.readAllLines(loaded);
    assertThat(classes).anyMatch(each -> each.contains("io.netty."));
    // Logback asks every configurator on the class path, and Spring Boot's jar has this one.
    assertThat(classes)
        .filteredOn(each -> !each.contains("boot.logging.logback.RootLogLevelConfigurator"))
        .noneMatch(FRAMEWORKS);
  }

  @Test
  void aConfigurationThatIsWrongEndsItWithAMessage() throws Exception {
    Path file = Files.writeString(directory.resolve("knobs.json"), "{\"kv_blok\": 1}");
    Process process = start("--config", file.toString());
    try (BufferedReader err = process.errorReader()) {
      assertThat(err.readLine()).contains("has no key kv_blok; known are");
      assertThat(process.waitFor()).isEqualTo(1);
    }
  }

  /** Options of the virtual machine begin with {@code -X}. */
  private Process start(String... options) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of(options).stream().filter(each -> each.startsWith("-X")).toList());
    command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-Devolve.home=" + directory));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(EvolveCommand.class.getName(), "serve"));
    command.addAll(List.of("--port", "0", "--kernels", "reference"));
    command.addAll(List.of(options).stream().filter(each -> !each.startsWith("-X")).toList());
    return new ProcessBuilder(command).start();
  }

  private static int port(BufferedReader out) throws IOException {
    String line = String.valueOf(out.readLine());
    Matcher port = PORT.matcher(line);
    assertThat(port.find()).as(line).isTrue();
    return Integer.parseInt(port.group(1));
  }
}
