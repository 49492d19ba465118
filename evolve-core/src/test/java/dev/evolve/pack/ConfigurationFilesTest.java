package dev.evolve.pack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evolve.pack.BenchPack.ConfigurationFile.Format;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ConfigurationFilesTest {

  private static final List<Knob> KNOBS =
      List.of(
          new Knob.Ordinal("VW", List.of("4", "8"), "4", ""),
          new Knob.Categorical("ARCH", List.of("native", "portable"), "portable", ""),
          new Knob.Bool("FUSE", "false", ""),
          new Knob.Real("RATE", 0, 1, Knob.Scale.LINEAR, "0.5", ""));

  private static final Configuration TUNED =
      new Configuration(
          new TreeMap<>(Map.of("VW", "8", "ARCH", "native", "FUSE", "true", "RATE", "0.25")));

  @Test
  void onlyTheKnobsOfAnEnvFileChange() {
    String content =
        "# width of a vector\r\nVW=4 # in floats\nexport ARCH=portable\nOTHER_VW=4\n\nFUSE=false\n"
            + "VWX=4\nRATE=0.5";

    assertThat(files(Format.ENV).write(content, TUNED))
        .isEqualTo(
            "# width of a vector\r\nVW=8 # in floats\nexport ARCH=native\nOTHER_VW=4\n\nFUSE=true\n"
                + "VWX=4\nRATE=0.25");
  }

  @Test
  void everyLineOfARepeatedKnobChanges() {
    String content = "VW=8\nVW=4\nARCH=portable\nFUSE=false\nRATE=0.5\n";

    assertThat(files(Format.ENV).read(content).values()).containsEntry("VW", "4");
    assertThat(files(Format.ENV).write(content, TUNED)).startsWith("VW=8\nVW=8\n");
  }

  @Test
  void onlyTheKnobsOfAHeaderChange() {
    String content =
        """
        #ifndef KNOBS_H
        #define KNOBS_H
        #define VW   4 /* floats */
        # define ARCH portable
        #define FUSE false
        #define RATE 0.5
        #define VW_MASK (VW - 1)
        #endif
        """;

    assertThat(files(Format.HEADER).write(content, TUNED))
        .isEqualTo(
            """
            #ifndef KNOBS_H
            #define KNOBS_H
            #define VW   8 /* floats */
            # define ARCH native
            #define FUSE true
            #define RATE 0.25
            #define VW_MASK (VW - 1)
            #endif
            """);
  }

  @Test
  void onlyTheKnobsOfAJsonFileChange() {
    String content =
        "{ \"note\": {\"VW\": 4},\n  \"VW\" : 4, \"ARCH\":\"portable\",\n \"FUSE\": false,"
            + "\"RATE\":0.5}\n";

    assertThat(files(Format.JSON).write(content, TUNED))
        .isEqualTo(
            "{ \"note\": {\"VW\": 4},\n  \"VW\" : 8, \"ARCH\":\"native\",\n \"FUSE\": true,"
                + "\"RATE\":0.25}\n");
  }

  @Test
  void whatIsWrittenIsReadBack() {
    String content = "VW=4\nARCH=portable\nFUSE=false\nRATE=0.5\n";
    ConfigurationFiles files = files(Format.ENV);

    assertThat(files.read(files.write(content, TUNED))).isEqualTo(TUNED);
    assertThat(files.write(files.write(content, TUNED), files.read(content))).isEqualTo(content);
  }

  @Test
  void aFileThatLacksAKnobIsRefused() {
    assertThatThrownBy(() -> files(Format.ENV).write("VW=4\n", TUNED))
        .hasMessage("the configuration file knobs lacks a line ARCH=…; add it");
    assertThatThrownBy(() -> files(Format.HEADER).read("VW=4\n"))
        .hasMessageContaining("lacks a line #define VW …");
    assertThatThrownBy(() -> files(Format.JSON).read("{\"VW\": [4]}"))
        .hasMessageContaining("lacks a field \"VW\" of the right type");
    assertThatThrownBy(() -> files(Format.JSON).read("{\"VW\": \"4\"}"))
        .hasMessageContaining("lacks a field \"VW\" of the right type");
  }

  @Test
  void whatIsNotJsonIsRefused() {
    assertThatThrownBy(() -> files(Format.JSON).read("[]")).hasMessageContaining("not a JSON obj");
    assertThatThrownBy(() -> files(Format.JSON).read("{\"VW\": 4"))
        .hasMessageContaining("not JSON");
    assertThatThrownBy(() -> files(Format.JSON).read("")).hasMessageContaining("not a JSON obj");
  }

  @Test
  void aValueThatIsNoneOfTheKnobsIsRefused() {
    assertThatThrownBy(() -> files(Format.ENV).read("VW=5\nARCH=native\nFUSE=true\nRATE=0.5\n"))
        .hasMessageContaining("says VW is 5, which is not one of 4, 8");
    assertThatThrownBy(() -> files(Format.ENV).write("VW=4\n", TUNED.with("VW", "4; rm -rf /")))
        .hasMessageContaining("VW wants one of 4, 8, found 4; rm -rf /");
  }

  private static ConfigurationFiles files(Format format) {
    BenchPack pack = new PackReader().read(Path.of("src/test/resources/packs/fixture"));
    return new ConfigurationFiles(
        new BenchPack(
            1,
            pack.name(),
            pack.domain(),
            pack.description(),
            KNOBS,
            List.of(),
            new BenchPack.ConfigurationFile("knobs", format),
            pack.editable(),
            pack.build(),
            pack.bench(),
            pack.scenarios(),
            pack.metrics(),
            pack.output(),
            pack.limits(),
            pack.gates(),
            pack.service(),
            pack.canary(),
            pack.budget()));
  }
}
