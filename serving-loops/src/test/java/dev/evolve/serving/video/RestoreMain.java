package dev.evolve.serving.video;

import dev.evolve.loop.Loop;
import dev.evolve.loop.LoopResult;
import dev.evolve.loop.LoopState;
import dev.evolve.serving.denoise.DenoiseLoop;
import dev.evolve.serving.rollout.RolloutLoop;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

/**
 * A process of its own that takes up loops from their stored states, finishes them and prints, for
 * each, the name of the state's file and what came of the loop.
 */
final class RestoreMain {

  private RestoreMain() {}

  /**
   * @param arguments the directory with the states
   */
  public static void main(String[] arguments) throws IOException {
    try (Stream<Path> files = Files.list(Path.of(arguments[0]));
        VideoExecutor executor = VideoEntrants.executor()) {
      List<Path> states = files.sorted().toList();
      for (Path state : states) {
        System.out.println(state.getFileName() + " " + finish(state, executor));
      }
    }
  }

  private static String finish(Path file, VideoExecutor executor) throws IOException {
    byte[] state = Files.readAllBytes(file);
    return file.getFileName().toString().startsWith("denoise")
        ? finish(new DenoiseLoop(VideoEntrants.CONFIG), state, executor)
        : finish(new RolloutLoop(VideoEntrants.CONFIG), state, executor);
  }

  private static <S extends LoopState> String finish(
      Loop<?, S> loop, byte[] state, VideoExecutor executor) {
    S lost = loop.withoutCache(loop.codec().decode(state));
    Drive<S> drive = Drive.resume(loop, executor, lost);
    LoopResult result = drive.finish();
    executor.release("drive");
    return describe(result, drive);
  }

  /** A line that differs when any byte of the result or of what was put out on the way does. */
  static String describe(LoopResult result, Drive<?> drive) {
    return digest(result.toString()) + " " + digest(drive.chunks().toString());
  }

  private static String digest(String text) {
    try {
      return HexFormat.of()
          .formatHex(
              MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
