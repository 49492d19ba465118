package dev.evolve.serving.decode;

import dev.evolve.loop.StreamChunk;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.stream.Collectors;

/** Finishes the states of a file, one in base64 a line, and prints what each still put out. */
public final class RestoreMain {

  private RestoreMain() {}

  /**
   * @param arguments the file
   */
  public static void main(String[] arguments) throws Exception {
    try (DecodeFixture fixture = new DecodeFixture()) {
      for (String line : Files.readAllLines(Path.of(arguments[0]))) {
        System.out.println(finish(fixture, Base64.getDecoder().decode(line)));
      }
    }
  }

  /** What a restored request puts out from its state to its end, on one line. */
  static String finish(DecodeFixture fixture, byte[] json) {
    DecodeLoop loop = DecodeFixture.loop();
    DecodeState state = loop.withoutCache(loop.codec().decode(json));
    DecodeFixture.Run run =
        DecodeFixture.run(loop, fixture.executor(), "restored", state, each -> each);
    return output(run);
  }

  static String output(DecodeFixture.Run run) {
    String chunks = run.chunks().stream().map(StreamChunk::toString).collect(Collectors.joining());
    return Base64.getEncoder()
        .encodeToString((chunks + run.result()).getBytes(java.nio.charset.StandardCharsets.UTF_8));
  }
}
