package dev.evolve.app.bench.search;

import dev.evolve.app.bench.BenchResult;
import dev.evolve.app.bench.BenchSetting;
import dev.evolve.app.replay.SpaceFiles;
import dev.evolve.search.format.T1Reader;
import dev.evolve.search.space.CompiledSpace;
import dev.evolve.search.space.FeasibleSet;
import dev.evolve.search.space.Parameter;
import dev.evolve.search.space.Point;
import dev.evolve.search.space.SpaceDefinition;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Making the feasible set of T1 spaces, from the text of the constraints to the list, beside
 * checking every point of the Cartesian product with the same compiled constraints.
 */
final class FeasibleSetSection implements SearchBench.Section {

  private static final double GOAL_SECONDS = 1;

  @Override
  public String title() {
    return "feasible sets of the T1 spaces";
  }

  /** A space's figures, seconds. */
  private record Built(String name, long product, int feasible, double seconds, double brute) {}

  @Override
  public List<BenchResult> measure(BenchSetting setting, SearchData data) {
    List<Built> all = new ArrayList<>();
    for (Path file : files(setting)) {
      built(file, setting.quick() ? 3 : 7).ifPresent(all::add);
    }
    Built largest =
        all.stream().max(java.util.Comparator.comparingLong(Built::product)).orElseThrow();
    List<BenchResult> results = new ArrayList<>();
    for (Built built : all) {
      boolean isLargest = built.equals(largest);
      BenchResult row =
          setting.result(
              SearchBench.NAME,
              "feasible set of "
                  + built.name()
                  + (isLargest ? ", the largest" : "")
                  + ", "
                  + built.feasible()
                  + " of "
                  + built.product(),
              built.seconds(),
              built.seconds(),
              built.seconds(),
              "s",
              isLargest ? "at most 1 s" : "",
              isLargest ? (Boolean) (built.seconds() <= GOAL_SECONDS) : null,
              setting.quick() ? 3 : 7);
      results.add(setting.against(row, "every point of the product checked", built.brute()));
    }
    return results;
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

  private static java.util.Optional<Built> built(Path file, int times) {
    SpaceDefinition definition;
    try (Reader reader = Files.newBufferedReader(file)) {
      definition = T1Reader.read(reader, file.toString()).space();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    double fastest = Double.POSITIVE_INFINITY;
    int feasible = 0;
    for (int i = 0; i < times; i++) {
      long begun = System.nanoTime();
      java.util.Optional<FeasibleSet> listed = CompiledSpace.of(definition).listed();
      fastest = Math.min(fastest, (System.nanoTime() - begun) / 1e9);
      feasible = listed.map(FeasibleSet::size).orElse(-1);
    }
    if (feasible < 0) {
      return java.util.Optional.empty();
    }
    String name = file.getFileName().toString().replace(".json", "");
    long begun = System.nanoTime();
    int checked = brute(definition);
    double brute = (System.nanoTime() - begun) / 1e9;
    if (checked != feasible) {
      throw new IllegalStateException(
          name + ": " + feasible + " feasible points listed, " + checked + " found one by one");
    }
    return java.util.Optional.of(new Built(name, product(definition), feasible, fastest, brute));
  }

  private static long product(SpaceDefinition definition) {
    return definition.parameters().stream().mapToLong(Parameter::size).reduce(1, (a, b) -> a * b);
  }

  private static int brute(SpaceDefinition definition) {
    CompiledSpace space = CompiledSpace.of(definition);
    List<Parameter> parameters = definition.parameters();
    long[] places = new long[parameters.size()];
    int feasible = 0;
    int position = 0;
    while (position >= 0) {
      feasible += space.isFeasible(Point.of(places)) ? 1 : 0;
      position = places.length - 1;
      while (position >= 0 && ++places[position] == parameters.get(position).size()) {
        places[position--] = 0;
      }
    }
    return feasible;
  }
}
