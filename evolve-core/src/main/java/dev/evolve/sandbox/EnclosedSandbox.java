package dev.evolve.sandbox;

import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import dev.evolve.json.Json;
import dev.evolve.sandbox.SandboxResult.Ending;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Runs commands in an enclosure, with the limits, the launcher and the clean-up that are the same
 * for every technology.
 */
final class EnclosedSandbox implements Sandbox {

  private static final int KILLED = 128 + 9;

  /**
   * Ends if the service is gone already, joins control groups, opens the report on descriptor 3,
   * and becomes the enclosure. It runs with a signal set for the death of its parent, and looks
   * afterwards whether that is still its parent, so that no moment is left between the two.
   */
  private static final String OUTSIDE =
      "set -e; test \"$PPID\" = \"$1\" || exit 0; report=$2; shift 2;"
          + " while [ \"$1\" != -- ]; do echo $$ > \"$1\"; shift; done; shift;"
          + " exec 3> \"$report\"; exec \"$@\"";

  private final Enclosure enclosure;
  private final Optional<Launcher> launcher;
  private final ControlGroups groups;
  private final Path runs;
  private final InstantSource clock;
  private final boolean root;

  EnclosedSandbox(
      Enclosure enclosure,
      Optional<Launcher> launcher,
      ControlGroups groups,
      Path runs,
      InstantSource clock,
      boolean root) {
    this.enclosure = enclosure;
    this.launcher = launcher;
    this.groups = groups;
    this.runs = runs;
    this.clock = clock;
    this.root = root;
  }

  @Override
  public String technology() {
    return enclosure.technology();
  }

  @Override
  public List<String> protections() {
    List<String> given = new ArrayList<>(enclosure.protections());
    given.addAll(List.of("wall-time-limit", "file-size-limit"));
    given.add(groups.limitMemory() ? "memory-limit (" + groups.version() + ")" : "memory-limit");
    if (groups.limitProcesses()) {
      given.add("process-limit (" + groups.version() + ")");
    } else if (!root) {
      given.add("process-limit");
    }
    return List.copyOf(given);
  }

  @Override
  public List<String> missing() {
    List<String> lacking = new ArrayList<>(enclosure.missing());
    if (launcher.isEmpty()) {
      lacking.add(
          "There is no C compiler for the launcher: processor time and peak memory of commands are"
              + " unknown.");
    }
    if (!groups.limitMemory()) {
      lacking.add(
          "No memory control group can be made here: memory is limited for each process, and for"
              + " all together only by looking every 10 ms.");
    }
    if (!groups.limitProcesses() && root) {
      lacking.add(
          "No pids control group can be made here and the kernel does not hold uid 0 to a limit:"
              + " the number of processes is not limited.");
    }
    if (root) {
      lacking.add(
          "Evolve runs as root, so commands are uid 0 of this machine without capabilities; a plain"
              + " user would be one more wall.");
    }
    lacking.add("Each file is limited in size, but not the sum of the files in a writable place.");
    lacking.add("System calls are not filtered.");
    return List.copyOf(lacking);
  }

  @Override
  public SandboxResult run(SandboxCommand command) throws InterruptedException {
    Instant start = clock.instant();
    try (EnclosedProcess process = open(command)) {
      boolean ended;
      try {
        ended = process.awaitEnd(command.limits().wall());
      } catch (InterruptedException e) {
        process.kill();
        throw e;
      }
      if (!ended) {
        process.kill();
      }
      return result(process, ended, Duration.between(start, clock.instant()).toNanos());
    }
  }

  @Override
  public SandboxProcess start(SandboxCommand command) {
    return open(command);
  }

  private SandboxResult result(EnclosedProcess process, boolean ended, long wallNs) {
    ResourceUsage unknown = new ResourceUsage(wallNs, null, null);
    if (!ended) {
      return result(process, Ending.TIMED_OUT, KILLED, unknown);
    }
    String report = process.report();
    if (report.isEmpty()) {
      return resultWithoutReport(process, unknown);
    }
    LaunchReport launched = Json.read(report, LaunchReport.class);
    if (launched.outOfMemory() || process.killedForMemory()) {
      return result(process, Ending.OUT_OF_MEMORY, KILLED, launched.usage());
    }
    return launched.signal() == 0
        ? result(process, Ending.EXITED, launched.exitCode(), launched.usage())
        : result(process, Ending.SIGNALLED, 128 + launched.signal(), launched.usage());
  }

  /**
   * Without a launcher the exit code is all there is; with one, its silence is a failure of ours.
   */
  private SandboxResult resultWithoutReport(EnclosedProcess process, ResourceUsage usage) {
    if (process.killedForMemory()) {
      return result(process, Ending.OUT_OF_MEMORY, KILLED, usage);
    }
    int code = process.exitCode();
    if (launcher.isPresent()) {
      throw new EvolveException(
          ErrorCode.SANDBOX_UNAVAILABLE,
          enclosure.technology()
              + " ended with code "
              + code
              + " before the command did: "
              + process.standardError().strip());
    }
    return result(process, code > 128 ? Ending.SIGNALLED : Ending.EXITED, code, usage);
  }

  private static SandboxResult result(
      EnclosedProcess process, Ending ending, int code, ResourceUsage usage) {
    return new SandboxResult(
        ending, code, process.standardOutput(), process.standardError(), usage);
  }

  private EnclosedProcess open(SandboxCommand command) {
    RunDirectory directory = RunDirectory.create(runs);
    ControlGroup group = groups.create(command.limits());
    try {
      Process process = Spawner.start(builder(command, directory, group));
      int limit = command.limits().outputBytes();
      return new EnclosedProcess(
          process,
          BoundedOutput.of(process.getInputStream(), limit),
          BoundedOutput.of(process.getErrorStream(), limit),
          directory,
          group);
    } catch (IOException | RuntimeException e) {
      group.close();
      directory.close();
      throw e instanceof EvolveException known
          ? known
          : new EvolveException(
              ErrorCode.SANDBOX_UNAVAILABLE,
              "cannot start " + enclosure.technology() + ": " + e.getMessage(),
              e);
    }
  }

  private ProcessBuilder builder(
      SandboxCommand command, RunDirectory directory, ControlGroup group) {
    List<Path> shown = launcher.map(Launcher::program).stream().toList();
    boolean memoryByGroup = groups.limitMemory() && !group.directories().isEmpty();
    List<String> inner =
        shown.isEmpty()
            ? Launcher.limitedWithout(command)
            : Launcher.limited(enclosure.pathOf(shown.getFirst()), command, memoryByGroup);
    List<String> line = new ArrayList<>();
    line.addAll(List.of("setpriv", "--pdeathsig", "KILL", "sh", "-c", OUTSIDE, "sh"));
    line.add(Long.toString(ProcessHandle.current().pid()));
    line.add(directory.report().toString());
    line.addAll(group.joinFiles());
    line.add("--");
    line.addAll(enclosure.enclose(command, inner, directory, shown));
    ProcessBuilder builder = new ProcessBuilder(line);
    builder.environment().clear();
    builder.environment().put("PATH", "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin");
    builder.environment().put("LC_ALL", "C");
    builder.directory(directory.path().toFile());
    builder.redirectInput(ProcessBuilder.Redirect.from(new java.io.File("/dev/null")));
    return builder;
  }
}
