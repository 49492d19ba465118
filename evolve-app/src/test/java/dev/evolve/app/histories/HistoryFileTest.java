package dev.evolve.app.histories;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evolve.app.histories.CommitHistory.Commit;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HistoryFileTest {

  @TempDir Path directory;

  @Test
  void readsCommitsWithOneOrSeveralRuns() {
    CommitHistory history =
        HistoryFile.parse(
            List.of("# ns/op", "commit,value", "", "a1, 10.5", "\"b2\",11,12e0,10", "c3,9"));

    assertThat(history.commits())
        .containsExactly(
            new Commit("a1", List.of(10.5)),
            new Commit("b2", List.of(11.0, 12.0, 10.0)),
            new Commit("c3", List.of(9.0)));
    assertThat(history.medians()).containsExactly(10.5, 11, 9);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a,1;b,NaN | line 2, column 2: wanted a finite number, found 'NaN'",
        "a,1;b,2,Infinity | line 2, column 3: wanted a finite number, found 'Infinity'",
        "a,1;b,fast | line 2, column 2: wanted a finite number, found 'fast'",
        "a,1;b, | line 2, column 2: wanted a finite number, found ''",
        "a,1;b | line 2: wanted commit,value[,value...], found only 'b'",
        "a,1;b,2;a,3 | commit a is there twice; put all its runs in one line",
        "12,1;11,2;10,3 | wanted the oldest commit first, found 11 after 12; sort the lines",
        "2026-03-01,1;2026-02-28,2 | found 2026-02-28 after 2026-03-01",
        "2026-03-01T10:00:00Z,1;2026-03-01T09:00:00Z,2 | wanted the oldest commit first",
        ",1 | wanted a name of 1 to 200 characters",
        "commit,value | there are no commits",
      })
  void saysWhatIsWrongAndWhere(String lines, String message) {
    assertThatThrownBy(() -> HistoryFile.parse(List.of(lines.split(";"))))
        .hasMessageContaining(message);
  }

  @Test
  void takesNamesThatTellNoOrderAsTheyCome() {
    assertThat(HistoryFile.parse(List.of("f00,1", "2,1", "1,1")).commits()).hasSize(3);
    assertThat(HistoryFile.parse(List.of("2026-03-01,1", "v2,1", "v1,1")).commits()).hasSize(3);
  }

  @Test
  void saysThatThereIsNoFile() {
    assertThatThrownBy(() -> HistoryFile.read(directory.resolve("none.csv")))
        .hasMessageContaining("found no file at");
    assertThatThrownBy(() -> HistoryFile.read(directory))
        .hasMessageContaining("found no regular file at");
  }
}
