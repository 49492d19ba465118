package dev.evolve.app.cli;

import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import dev.evolve.gates.compare.GateReport;
import dev.evolve.gates.compare.ReportJunit;
import dev.evolve.gates.compare.ReportMarkdown;
import dev.evolve.gates.compare.ReportSvg;
import dev.evolve.json.Json;
import dev.evolve.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where a gate's report is written, beside the table on the terminal. */
final class GateOutputs {

  @Option(
      names = "--junit",
      paramLabel = "FILE",
      description = "write JUnit XML: a test case for each benchmark and metric")
  private @Nullable Path junit;

  @Option(
      names = "--markdown",
      paramLabel = "FILE",
      description = "write Markdown for the comment on a pull request")
  private @Nullable Path markdown;

  @Option(names = "--json", paramLabel = "FILE", description = "write the whole report as JSON")
  private @Nullable Path json;

  @Option(
      names = "--svg",
      paramLabel = "FILE",
      description = "write a picture with an interval for each benchmark and metric")
  private @Nullable Path svg;

  /** Writes what was asked for. */
  void write(GateReport report, Set<Verdict> failing) {
    write(junit, ReportJunit.of(report, failing));
    write(markdown, ReportMarkdown.of(report));
    write(json, Json.mapper().writerWithDefaultPrettyPrinter().writeValueAsString(report) + "\n");
    write(svg, ReportSvg.of(report));
  }

  private static void write(@Nullable Path file, String text) {
    if (file == null) {
      return;
    }
    try {
      Path parent = file.toAbsolutePath().getParent();
      if (parent != null) {
        Files.createDirectories(parent);
      }
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new EvolveException(
          ErrorCode.OUT_OF_RESOURCES, "cannot write " + file + ": " + e.getMessage(), e);
    }
  }
}
