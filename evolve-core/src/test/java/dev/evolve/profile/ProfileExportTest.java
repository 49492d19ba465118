package dev.evolve.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.evolve.error.EvolveException;
import dev.evolve.json.Json;
import dev.evolve.pack.Configuration;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProfileExportTest {

  private static final String HOSTILE = "a'b\"c\\d$(touch pwned)`id`\n*/ ??/ é; rm -rf x";

  @TempDir private Path directory = Path.of("replaced by JUnit");

  private static ProfileExport export(Map<String, String> values) {
    return new ProfileExport(
        "cpu-sgemm",
        "feed",
        "square-384",
        new Configuration(new TreeMap<>(values)),
        Map.of("provenance", "by " + HOSTILE, "explanation", "ends here */ or \\\nthere /* "));
  }

  private static final Map<String, String> EVERYTHING =
      Map.of(
          "TILE", "64", "SHIFT", "-3", "RATE", "1.5e-3", "FAST", "true", "ORDER", "ijk", "FLAGS",
          HOSTILE);

  @Test
  void aHeaderCompilesAndGivesTheValuesBack() throws Exception {
    assumeTrue(has("cc"), "no C compiler here");
    Files.writeString(directory.resolve("p.h"), export(EVERYTHING).render(ExportFormat.HEADER));
    Files.writeString(
        directory.resolve("p.c"),
        """
        #include "p.h"
        #include "p.h"
        #include <stdio.h>
        #define QUOTE(x) #x
        #define TEXT(x) QUOTE(x)
        #if TILE != 64 || !FAST
        #error "the preprocessor sees other values"
        #endif
        int main(void) {
          printf("%d|%g|%s|%s", 2 - SHIFT, RATE, TEXT(ORDER), FLAGS);
          return 0;
        }
        """);
    assertThat(
            run("cc", "-std=c99", "-Wall", "-Wextra", "-Wtrigraphs", "-Werror", "p.c", "-o", "p"))
        .isEmpty();
    assertThat(run("./p")).isEqualTo("5|0.0015|ijk|" + HOSTILE);
  }

  @Test
  void anEnvironmentFileIsSourcedAndGivesTheValuesBack() throws Exception {
    assumeTrue(has("sh"), "no shell here");
    Files.writeString(directory.resolve("p.env"), export(EVERYTHING).render(ExportFormat.ENV));
    String found =
        run("sh", "-euc", ". ./p.env; printf '%s|%s|%s|%s' $TILE $SHIFT $FAST \"$FLAGS\"");
    assertThat(found).isEqualTo("64|-3|true|" + HOSTILE);
    assertThat(directory.resolve("pwned")).doesNotExist();
  }

  @Test
  void jsonHoldsEverythingAsItIs() {
    Map<String, String> hostile = Map.of("a b\"", HOSTILE, "PATH", "x");
    assertThat(
            Json.readTree(export(hostile).render(ExportFormat.JSON))
                .path("configuration")
                .path("a b\"")
                .asString())
        .isEqualTo(HOSTILE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a b", "1A", "int", "defined", "__FILE__", "_Bool", "", "é", "A\n#error"})
  void aHeaderRefusesNamesThatAreNoMacros(String name) {
    ProfileExport export = export(Map.of(name, "1"));
    assertThatThrownBy(() -> export.render(ExportFormat.HEADER))
        .isInstanceOf(EvolveException.class)
        .hasMessageContaining("export it as json");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a b", "1A", "PATH", "LD_PRELOAD", "IFS", "BASH_ENV", "", "A;id", "A\nB"})
  void anEnvironmentFileRefusesNamesThatWouldChangeTheShell(String name) {
    ProfileExport export = export(Map.of(name, "1"));
    assertThatThrownBy(() -> export.render(ExportFormat.ENV))
        .isInstanceOf(EvolveException.class)
        .hasMessageContaining("export it as json");
  }

  @Test
  void provenanceIsInTheComments() {
    ProfileStory story = new ProfileStory().started("c1").gated("c1", "p1", 4, 0.8, 0.02);
    ProfileAnswer answer = story.lookup().answer(ProfileQuestion.of("toy", "", ""), story.now());
    for (ExportFormat format : ExportFormat.values()) {
      assertThat(ProfileExport.of(answer).render(format))
          .contains("proposal p1 on " + "b".repeat(40))
          .contains("HIT")
          .contains("18.0 % better [16.0, 20.0]")
          .contains("CURRENT");
    }
  }

  @Test
  void aQuarantinedProfileIsNeverExported() {
    ProfileStory story = new ProfileStory().started("c1").gated("c1", "p1", 4, 0.8, 0.02);
    story.quarantined(ProfileStory.id("p1"));
    ProfileAnswer answer =
        story.lookup().answer(new ProfileQuestion("toy", "", "", true, true), story.now());
    assertThat(ProfileExport.of(answer).render(ExportFormat.HEADER))
        .contains("#define TILE 1\n")
        .contains("serves: the baseline");
    ProfileEntry entry = story.book().find(ProfileStory.id("p1"), story.now()).orElseThrow();
    assertThatThrownBy(() -> ProfileExport.of(entry, true, true))
        .isInstanceOf(EvolveException.class)
        .hasMessageContaining("quarantined");
  }

  @Test
  void staleAndImportedProfilesAreExportedOnlyOnDemand() {
    ProfileStory story = new ProfileStory().started("c1").imported("pi", 5, 1.5);
    ProfileEntry entry = story.book().find("pi", story.now()).orElseThrow();
    assertThatThrownBy(() -> ProfileExport.of(entry, true, false))
        .isInstanceOf(EvolveException.class)
        .hasMessageContaining("imported=true");
    assertThat(ProfileExport.of(entry, false, true).render(ExportFormat.ENV)).contains("TILE=5\n");
  }

  private static boolean has(String program) {
    return Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
        .anyMatch(place -> Files.isExecutable(Path.of(place, program)));
  }

  private String run(String... command) throws Exception {
    Process process =
        new ProcessBuilder(List.of(command))
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .start();
    String output = new String(process.getInputStream().readAllBytes());
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(output).isZero();
    return output;
  }
}
