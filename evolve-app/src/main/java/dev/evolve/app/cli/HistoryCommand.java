package dev.evolve.app.cli;

import dev.evolve.app.histories.CommitHistory;
import dev.evolve.app.histories.HistoryAnalyst;
import dev.evolve.app.histories.HistoryFile;
import dev.evolve.app.histories.HistoryReport;
import dev.evolve.app.histories.HistoryRule;
import dev.evolve.app.histories.HistorySvg;
import dev.evolve.app.histories.HistoryTable;
import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import dev.evolve.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code evolve history FILE}. */
@Command(
    name = "history",
    description = {
      "Find where the level of a metric changed over commits.",
      "A change is reported with its size and a 99 %% interval. Single spikes are none, and at most"
          + " 1 %% of unchanging histories get one. What the newest commits merely suggest is named as"
          + " a suspect, with the two commits to run again."
    },
    mixinStandardHelpOptions = true)
public final class HistoryCommand implements Callable<Integer> {

  private static final double FLOOR_PERCENT = 2;

  @Spec private @Nullable CommandSpec spec;

  @Parameters(
      paramLabel = "FILE",
      description = "lines commit,value[,value...], oldest first; several values are several runs")
  private @Nullable Path file;

  @Option(
      names = "--compatible",
      paramLabel = "otava|perfherder",
      description = "judge as this tool does with its defaults")
  private @Nullable String compatible;

  @Option(
      names = "--floor",
      paramLabel = "PERCENT",
      description = "smallest change that matters (default: 2)")
  private @Nullable Double floor;

  @Option(names = "--higher-is-better", description = "more is better, as for a throughput")
  private boolean higherIsBetter;

  @Option(names = "--svg", paramLabel = "FILE", description = "draw the history with its levels")
  private @Nullable Path svg;

  @Option(names = "--json", description = "print one JSON object instead of a table")
  private boolean json;

  @Override
  public Integer call() {
    CommitHistory history = HistoryFile.read(file());
    HistoryReport report = analyst().report(history);
    if (svg != null) {
      write(svg, HistorySvg.draw(history, report));
    }
    System.out.print(json ? Json.write(report) + "\n" : HistoryTable.of(report));
    return 0;
  }

  private Path file() {
    if (file == null) {
      throw new IllegalStateException("the command line parser gave no FILE");
    }
    return file;
  }

  private HistoryAnalyst analyst() {
    if (compatible != null && floor != null && spec != null) {
      throw new ParameterException(
          spec.commandLine(),
          "--floor belongs to Evolve's own rule; " + compatible + " brings its own limits");
    }
    return new HistoryAnalyst(
        compatible == null ? HistoryRule.EVOLVE : HistoryRule.compatible(compatible),
        floor == null ? FLOOR_PERCENT : floor,
        higherIsBetter);
  }

  private static void write(Path target, String text) {
    try {
      Files.writeString(target, text);
    } catch (IOException e) {
      throw new EvolveException(ErrorCode.INVALID_REQUEST, "cannot write " + target + ": " + e, e);
    }
  }
}
