package dev.evolve.app.tune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evolve.error.EvolveException;
import dev.evolve.search.prior.KnownSpace;
import dev.evolve.search.prior.KnownTrial;
import dev.evolve.search.prior.Prior;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeptMemoryTest {

  private static final Prior PRIOR =
      new Prior(
          List.of(
              new KnownSpace(
                  "gpu",
                  0,
                  List.of("x"),
                  List.of(KnownTrial.ran(List.of("1"), 2), KnownTrial.failed(List.of("2"))))));

  @TempDir private Path directory = Path.of("replaced by JUnit");

  private static Prior notAsked() {
    throw new IllegalStateException("nobody is to be asked again");
  }

  @Test
  void goesOnWithWhatWasRememberedAtTheStart() {
    assertThat(KeptMemory.of(directory, false, () -> PRIOR)).isEqualTo(PRIOR);
    assertThat(KeptMemory.of(directory, true, KeptMemoryTest::notAsked)).isEqualTo(PRIOR);
  }

  @Test
  void goesOnColdWhereItBeganCold() {
    assertThat(KeptMemory.of(directory, false, () -> Prior.NONE)).isEqualTo(Prior.NONE);
    assertThat(KeptMemory.of(directory, true, KeptMemoryTest::notAsked)).isEqualTo(Prior.NONE);
  }

  @Test
  void aFreshStartForgetsWhatWasKept() {
    KeptMemory.of(directory, false, () -> PRIOR);
    KeptMemory.of(directory, false, () -> Prior.NONE);

    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void saysWhenWhatWasKeptIsBroken() throws Exception {
    Files.writeString(directory.resolve("memory.json"), "no JSON");

    assertThatThrownBy(() -> KeptMemory.of(directory, true, KeptMemoryTest::notAsked))
        .isInstanceOf(EvolveException.class)
        .hasMessageContaining("use --fresh to begin anew");
  }

  @Test
  void isPartOfWhatTellsJournalsApart() {
    assertThat(KeptMemory.identity(Prior.NONE)).isEmpty();
    assertThat(KeptMemory.identity(PRIOR).orElseThrow()).matches("memory [0-9a-f]{64}");
  }
}
