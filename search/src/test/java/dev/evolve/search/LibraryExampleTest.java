package dev.evolve.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evolve.search.explain.Explainer;
import dev.evolve.search.explain.SearchReport;
import dev.evolve.search.space.CompiledSpace;
import dev.evolve.search.space.Parameter;
import dev.evolve.search.space.Space;
import dev.evolve.search.space.SpaceDefinition;
import dev.evolve.search.strategy.Strategies;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The example of {@code search/README.md}, run; and the page is checked to show this code. */
class LibraryExampleTest {

  @Test
  void findsTheFastestTile() {
    // example
    Space space =
        CompiledSpace.of(
            SpaceDefinition.of(
                "matrix product",
                List.of(
                    new Parameter.Whole("tile_x", 1, 16, 1),
                    new Parameter.Whole("tile_y", 1, 16, 1),
                    new Parameter.Categorical("order", List.of("ijk", "ikj", "jki"))),
                List.of("tile_x * tile_y <= 64")));
    Search search = new Search(space, Strategies.create(Strategies.DEFAULT), 42);

    for (int evaluation = 0; evaluation < 60; evaluation++) {
      Proposal next = search.ask().orElseThrow();
      double milliseconds = measure(space.values(next.point()));
      search.tell(next, Outcome.Measured.exactly(milliseconds), new Cost(1.5, 0.2));
    }

    Search again =
        Search.resume(space, Strategies.create(Strategies.DEFAULT), 42, search.journal());
    SearchReport report = SearchReport.of(again.history());
    System.out.println(report.text(100));
    Proposal next = again.ask().orElseThrow();
    System.out.println(Explainer.of(again.history(), 42).explain(next.point()).sentence());
    // end
    assertThat(search.ask()).hasValue(next);
    assertThat(report.summary().best()).isLessThan(4);
    assertThat(report.importance().parameters()).hasSize(3);
  }

  /** Stands for building and running. */
  private static double measure(Map<String, String> values) {
    int x = Integer.parseInt(values.getOrDefault("tile_x", ""));
    int y = Integer.parseInt(values.getOrDefault("tile_y", ""));
    double order = "ikj".equals(values.get("order")) ? 1 : 2;
    return order * (1 + Math.abs(x - 8) * 0.3 + Math.abs(y - 4) * 0.2);
  }

  @Test
  void isTheExampleOfThePage() throws IOException {
    String test =
        Files.readString(Path.of("src/test/java/dev/evolve/search/LibraryExampleTest.java"));
    String code = test.substring(test.indexOf("// example\n") + 11, test.indexOf("    // end"));
    String page = Files.readString(Path.of("README.md"));

    assertThat(page).contains("```java\n" + code.stripTrailing().stripIndent() + "\n```");
  }
}
