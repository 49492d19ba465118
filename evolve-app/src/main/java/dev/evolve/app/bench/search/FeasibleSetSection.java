package dev.evolve.app.bench.search;

import dev.evolve.app.bench.BenchResult;
import dev.evolve.app.bench.BenchSetting;
import dev.evolve.app.replay.SpaceFiles;
import dev.evolve.search.format.T1Reader;
import dev.evolve.search.space.CompiledSpace;
import dev.evolve.search.space.SpaceConstruction;
import dev.evolve.search.space.SpaceDefinition;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Making the feasible set of T1 spaces, from the text of the constraints to the list, beside asking
 * CEL of every combination of the Cartesian product.
 */
final class FeasibleSetSection implements SearchBench.Section {

  private static final double GOAL_SECONDS = 1;

  @Override
  public String title() {
    return "feasible sets of the T1 spaces";
  }

  @Override
  public List<BenchResult> measure(BenchSetting setting, SearchData data) {
    int repeats = setting.quick() ? 3 : 7;
    SpaceConstruction construction =
        new SpaceConstruction(System::nanoTime, repeats, setting.quick() ? 20_000 : 1_000_000);
    List<SpaceConstruction.Result> all =
        files(setting).stream()
            .map(FeasibleSetSection::definition)
            .filter(definition -> CompiledSpace.of(definition).listed().isPresent())
            .map(construction::measure)
            .toList();
    SpaceConstruction.Result largest =
        all.stream().max(Comparator.comparing(SpaceConstruction.Result::product)).orElseThrow();
    return all.stream()
        .map(result -> row(setting, result, result.equals(largest), repeats))
        .toList();
  }

  private static BenchResult row(
      BenchSetting setting, SpaceConstruction.Result result, boolean isLargest, int repeats) {
    SpaceConstruction.Seconds seconds = result.propagated();
    BenchResult row =
        setting.result(
            SearchBench.NAME,
            "feasible set of "
                + result.space()
                + (isLargest ? ", the largest" : "")
                + ", "
                + result.feasible()
                + " of "
                + result.product(),
            seconds.median(),
            seconds.least(),
            seconds.most(),
            "s",
            isLargest ? "at most 1 s" : "",
            isLargest ? (Boolean) (seconds.median() <= GOAL_SECONDS) : null,
            repeats);
    return setting.against(row, "CEL asked of every combination", result.filteredByCel().median());
  }

  private static List<Path> files(BenchSetting setting) {
    Path given = setting.dataDirectory().map(data -> data.resolve("t1")).orElse(Path.of(""));
    Path directory =
        Files.isDirectory(given) && !given.equals(Path.of(""))
            ? given
            : SpaceFiles.shipped(setting.source()).resolve("t1");
    try (Stream<Path> files = Files.list(directory)) {
      return files.filter(file -> file.toString().endsWith(".json")).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static SpaceDefinition definition(Path file) {
    try (Reader reader = Files.newBufferedReader(file)) {
      return T1Reader.read(reader, file.toString()).space();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
