package dev.evolve.app.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evolve.app.replay.SpaceFiles.SpaceFile;
import dev.evolve.error.EvolveException;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SpaceFilesTest {

  private static final String CACHE =
      """
      {"tune_params_keys": ["x"], "tune_params": {"x": [1, 2]},
       "cache": {"1": {"x": 1, "time": 2.0}, "2": {"x": 2, "time": 3.0}}}
      """;
  private static final String T4 =
      """
      {"results": [{"configuration": {"x": 1}, "times": {"runtimes": [2.0]}, "invalidity": "correct",
        "measurements": [{"name": "time", "value": 2.0}]}]}
      """;

  @TempDir Path directory;

  @BeforeEach
  void writeFiles() throws IOException {
    Path kernel = Files.createDirectories(directory.resolve("kernel"));
    Files.writeString(kernel.resolve("b.json"), CACHE);
    Files.writeString(kernel.resolve("t4.json"), T4);
    Files.writeString(kernel.resolve("other.json"), "{\"a\": 1}");
    try (Writer packed =
        new OutputStreamWriter(
            new GZIPOutputStream(Files.newOutputStream(kernel.resolve("a.json.gz"))),
            StandardCharsets.UTF_8)) {
      packed.write(CACHE);
    }
  }

  @Test
  void findsCachesAndResultsBelowADirectoryAndNothingElse() {
    List<SpaceFile> files = SpaceFiles.find(List.of(directory));

    assertThat(files.stream().map(SpaceFile::name))
        .containsExactly("kernel/a", "kernel/b", "kernel/t4");
    assertThat(files.stream().map(file -> SpaceFiles.read(file).size())).containsExactly(2, 2, 1);
  }

  @Test
  void saysWhatIsMissingOrWrong() throws IOException {
    Path broken = directory.resolve("broken.json");
    Files.writeString(broken, CACHE.replace("2.0", "[2.0]"));

    assertThatThrownBy(() -> SpaceFiles.find(List.of(directory.resolve("none"))))
        .isInstanceOf(EvolveException.class)
        .hasMessageContaining("none");
    assertThatThrownBy(() -> SpaceFiles.read(new SpaceFile("broken", broken)))
        .isInstanceOf(EvolveException.class)
        .hasMessageContaining("broken.json, line 2, column");
  }
}
