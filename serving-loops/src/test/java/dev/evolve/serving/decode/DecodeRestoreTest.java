package dev.evolve.serving.decode;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evolve.loop.StepResult;
import dev.evolve.loop.WorkPlan;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DecodeRestoreTest {

  private final DecodeFixture fixture = new DecodeFixture();
  private final DecodeLoop loop = DecodeFixture.loop();

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void requestGoesOnInAnotherProcessWithTheSameBytes(@TempDir Path directory) throws Exception {
    List<byte[]> snapshots = snapshots();
    List<byte[]> stops =
        List.of(
            snapshots.get(0),
            snapshots.get(2),
            snapshots.get(snapshots.size() / 2),
            snapshots.get(snapshots.size() - 2),
            snapshots.getLast());
    Path file = directory.resolve("states");
    Files.write(file, stops.stream().map(Base64.getEncoder()::encodeToString).toList());

    List<String> elsewhere = inAnotherProcess(file);

    assertThat(elsewhere)
        .isEqualTo(stops.stream().map(json -> RestoreMain.finish(fixture, json)).toList());
    assertThat(elsewhere.getFirst()).isEqualTo(RestoreMain.output(whole()));
  }

  private DecodeFixture.Run whole() {
    return DecodeFixture.run(loop, fixture.executor(), "whole", first(), state -> state);
  }

  private DecodeState first() {
    return DecodeFixture.first(
        loop, DecodeRequest.of("move me elsewhere", 25, Sampling.of(0.8, 0.95)), 8);
  }

  private List<byte[]> snapshots() {
    DecodeExecutor executor = fixture.executor();
    List<byte[]> snapshots = new ArrayList<>();
    DecodeState state = first();
    snapshots.add(loop.codec().encode(state));
    while (loop.next(state) instanceof WorkPlan plan) {
      StepResult result = DecodeFixture.answer(executor, "a", state, plan).join();
      state = loop.advance(state, result);
      snapshots.add(loop.codec().encode(state));
    }
    return snapshots;
  }

  private static List<String> inAnotherProcess(Path file) throws Exception {
    Process child =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                RestoreMain.class.getName(),
                file.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    String output = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(child.waitFor()).isZero();
    return output.lines().toList();
  }
}
