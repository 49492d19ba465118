package dev.evolve.app.cli;

import dev.evolve.app.gate.ExitCodes;
import dev.evolve.app.gate.ResultPaths;
import dev.evolve.app.gate.RevisionRuns;
import dev.evolve.error.EvolveException;
import dev.evolve.gates.compare.CompareOptions;
import dev.evolve.gates.compare.Comparison;
import dev.evolve.gates.compare.GateReport;
import dev.evolve.gates.compare.ReportText;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code evolve gate}. */
@Command(
    name = "gate",
    description = {
      "Judge a candidate against a baseline: result files of their benchmarks (--baseline,"
          + " --candidate), or two revisions that are built and run by turns (--base, --head).",
      "First the layout is checked: runs of both arms by turns, each a process of its own, on one"
          + " machine in one session. Without that there is no verdict. Then every benchmark and"
          + " metric is judged by paired statistics, with a correction over all of them. Needs no"
          + " running service."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:nothing is worse by more than its floor",
      "1:FAIL: something is worse",
      "2:misused, or something could not be read, built, run or written",
      "3:INVALID: the layout of the runs cannot carry a verdict",
      "4:INCONCLUSIVE: the runs do not decide (0 with --fail-on fail,invalid)"
    },
    mixinStandardHelpOptions = true)
public final class GateCommand implements Callable<Integer> {

  @Option(
      names = "--baseline",
      paramLabel = "FILE",
      arity = "1..*",
      description = "result files of the baseline, one a run, in the order they were made")
  private List<Path> baseline = new ArrayList<>();

  @Option(
      names = "--candidate",
      paramLabel = "FILE",
      arity = "1..*",
      description = "result files of the candidate, one a run, in the order they were made")
  private List<Path> candidate = new ArrayList<>();

  @Option(
      names = "--order",
      paramLabel = "ABBA...",
      description = {
        "who ran when, A for the baseline, B for the candidate; ... repeats (default: the files' time",
        "stamps, or else the numbers at the start or end of their names)"
      })
  private @Nullable String order;

  @Option(
      names = "--session",
      paramLabel = "MINUTES",
      defaultValue = "60",
      description = "the longest time from one run to the next (default: ${DEFAULT-VALUE})")
  private int session;

  @Mixin private RevisionOptions revisions;
  @Mixin private GateOptions options;
  @Mixin private GateOutputs outputs;
  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    try {
      GateReport report = report();
      spec.commandLine().getOut().print(ReportText.of(report));
      spec.commandLine().getOut().flush();
      outputs.write(report, options.failing());
      return ExitCodes.of(report.verdict(), options.failing());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return ExitCodes.UNUSABLE;
    } catch (EvolveException e) {
      return unusable(String.valueOf(e.getMessage()));
    } catch (RuntimeException | OutOfMemoryError e) {
      // Not even a fault of ours may look like a verdict.
      return unusable(e.toString());
    }
  }

  private int unusable(String why) {
    spec.commandLine().getErr().println("evolve: " + why);
    return ExitCodes.UNUSABLE;
  }

  private GateReport report() throws InterruptedException {
    options.failing();
    if (session < 1) {
      throw GateOptions.wrong("wanted at least one minute for --session, found " + session);
    }
    CompareOptions compare = options.compare(order, Duration.ofMinutes(session));
    if (revisions.isWanted()) {
      return ofRevisions(compare);
    }
    if (baseline.isEmpty() || candidate.isEmpty()) {
      throw GateOptions.wrong(
          "wanted result files with --baseline and with --candidate, or revisions with --base and"
              + " --bench");
    }
    return new Comparison(compare)
        .of(
            ResultPaths.read(baseline, options.format()),
            ResultPaths.read(candidate, options.format()));
  }

  private GateReport ofRevisions(CompareOptions compare) throws InterruptedException {
    if (!baseline.isEmpty() || !candidate.isEmpty() || order != null) {
      throw GateOptions.wrong(
          "wanted files (--baseline, --candidate, --order) or revisions (--base, --head, --bench),"
              + " found both");
    }
    return RevisionRuns.judge(
        revisions.plan(compare, options.format()),
        revisions.isSandboxed() ? HomeOption.home().resolve("gate-sandbox") : null,
        line -> spec.commandLine().getErr().println(line));
  }
}
