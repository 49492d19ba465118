package dev.evolve.app.bench;

import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Runs the sections of a bench one after another. A section that fails is a row that fails; what
 * the others measured is kept.
 */
public final class Sections {

  private Sections() {}

  /**
   * Runs those that the setting asks for, and says which one runs.
   *
   * @param bench name of the bench
   * @param title what a section measures, in a line
   * @param measure measures a section
   * @throws EvolveException naming the sections there are, if none is asked for
   */
  public static <S> List<BenchResult> run(
      String bench,
      BenchSetting setting,
      List<S> sections,
      Function<S, String> title,
      Function<S, List<BenchResult>> measure) {
    List<S> wanted = sections.stream().filter(s -> setting.wants(title.apply(s))).toList();
    if (wanted.isEmpty()) {
      throw new EvolveException(
          ErrorCode.INVALID_REQUEST,
          "no section of bench %s has any of %s in its title; there are: %s"
              .formatted(
                  bench,
                  setting.only(),
                  sections.stream().map(title).collect(Collectors.joining("; "))));
    }
    List<BenchResult> results = new ArrayList<>();
    for (int i = 0; i < wanted.size(); i++) {
      S section = wanted.get(i);
      System.out.printf("  | %d of %d: %s%n", i + 1, wanted.size(), title.apply(section));
      results.addAll(one(bench, setting, section, title, measure));
    }
    return results;
  }

  private static <S> List<BenchResult> one(
      String bench,
      BenchSetting setting,
      S section,
      Function<S, String> title,
      Function<S, List<BenchResult>> measure) {
    try {
      return measure.apply(section);
    } catch (RuntimeException e) {
      System.out.println("  | FAILED: " + e);
      return List.of(
          setting.result(
              bench, title.apply(section) + ": failed, " + e, 0, 0, 0, "", "no failure", false, 0));
    }
  }
}
