package dev.evolve.app.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evolve.error.EvolveException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class SectionsTest {

  private final BenchSetting setting = new BenchSetting(Path.of("."), true, "abc", "machine", null);

  private List<BenchResult> measured(String section) {
    if (section.equals("second")) {
      throw new IllegalStateException("no luck");
    }
    return List.of(setting.result("some", section, 1, 1, 1, "ms", "", null, 1));
  }

  @Test
  void keepsWhatOtherSectionsMeasuredBesideARowThatFails() {
    List<BenchResult> rows =
        Sections.run(
            "some",
            setting,
            List.of("first", "second", "third"),
            Function.identity(),
            this::measured);

    assertThat(rows).hasSize(3);
    assertThat(rows.get(0).metric()).isEqualTo("first");
    assertThat(rows.get(1).metric()).contains("second", "failed", "no luck");
    assertThat(rows.get(1).met()).isFalse();
    assertThat(rows.get(1).command()).contains("./evolve bench some");
    assertThat(rows.get(2).metric()).isEqualTo("third");
  }

  private List<BenchResult> run(String only) {
    return Sections.run(
        "some",
        new BenchSetting(Path.of("."), true, "abc", "machine", null, List.of(only)),
        List.of("first", "third"),
        Function.identity(),
        this::measured);
  }

  @Test
  void runsThoseAloneWhoseTitleHasTheText() {
    assertThat(run("thi")).singleElement().extracting(BenchResult::metric).isEqualTo("third");
  }

  @Test
  void saysWhichSectionsThereAreWhereNoneIsMeant() {
    assertThatThrownBy(() -> run("forth"))
        .isInstanceOf(EvolveException.class)
        .hasMessageContaining("[forth]")
        .hasMessageContaining("first; third");
  }
}
