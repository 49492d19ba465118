package dev.evolve.serving.video;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evolve.loop.ExecutionProfile;
import dev.evolve.loop.Loop;
import dev.evolve.loop.LoopResult;
import dev.evolve.loop.LoopState;
import dev.evolve.serving.denoise.DenoiseLoop;
import dev.evolve.serving.denoise.DenoiseRequest;
import dev.evolve.serving.denoise.Sampling;
import dev.evolve.serving.guidance.GuidanceSpec;
import dev.evolve.serving.rollout.RolloutLoop;
import dev.evolve.serving.rollout.RolloutRequest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RestoreElsewhereTest {

  private static final DenoiseRequest CLIP =
      DenoiseRequest.of("a fox \u00e9", 5)
          .with(GuidanceSpec.adaptive(4, 1, 2))
          .with(Sampling.ofSteps(5).withFreshNoise());

  private final SortedMap<String, String> expected = new TreeMap<>();

  @Test
  void loopsThatAreStoppedAtAnyStepEndTheSameInAnotherProcess(@TempDir Path states)
      throws Exception {
    store(states, "denoise", new DenoiseLoop(VideoEntrants.CONFIG), CLIP);
    store(
        states,
        "rollout",
        new RolloutLoop(VideoEntrants.CONFIG),
        RolloutRequest.of("a river", 3, 1).withFreshNoise());
    assertThat(expected).hasSizeGreaterThan(25);
    assertThat(restoreElsewhere(states)).isEqualTo(expected);
  }

  private <R, S extends LoopState> void store(
      Path directory, String name, Loop<R, S> loop, R request) throws IOException {
    VideoExecutor executor = VideoEntrants.executor();
    Drive<S> whole = begin(loop, executor, request);
    whole.finish();
    for (int step = 0; step <= whole.plans.size(); step++) {
      Drive<S> stopped = begin(loop, executor, request).steps(step);
      String file = "%s-%02d.json".formatted(name, step);
      Files.write(directory.resolve(file), loop.codec().encode(stopped.state));
      Drive<S> rest = Drive.resume(loop, executor, stopped.state);
      LoopResult result = rest.finish();
      expected.put(file, RestoreMain.describe(result, rest));
    }
  }

  private static <R, S extends LoopState> Drive<S> begin(
      Loop<R, S> loop, VideoExecutor executor, R request) {
    return Drive.begin(loop, executor, request, 11, ExecutionProfile.SERVE, null);
  }

  private static SortedMap<String, String> restoreElsewhere(Path states) throws Exception {
    Path output = Files.createTempFile("restored", ".txt");
    Process child =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                RestoreMain.class.getName(),
                states.toString())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    int exit = child.waitFor();
    String printed = Files.readString(output, StandardCharsets.UTF_8);
    Files.delete(output);
    assertThat(exit).as(printed).isZero();
    SortedMap<String, String> restored = new TreeMap<>();
    printed
        .lines()
        .filter(line -> line.contains(".json "))
        .forEach(
            line ->
                restored.put(
                    line.substring(0, line.indexOf(' ')), line.substring(line.indexOf(' ') + 1)));
    return restored;
  }
}
