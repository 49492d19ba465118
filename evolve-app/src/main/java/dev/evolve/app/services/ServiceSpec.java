package dev.evolve.app.services;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * What {@link ChildService} must know of a program.
 *
 * @param name its name for people
 * @param directory its directory: data, logs, process id
 * @param steps the programs to run, in order; all but the last must end with exit code 0, the last
 *     is the service
 * @param logs files whose last lines explain a failure; the first takes the standard output
 * @param health whether the service answers
 * @param failureSigns what a line of the logs tells of a failure, first match first
 * @param fatalSign a line of the logs after which the service will never answer although it runs
 * @param startLimit how long the start may take
 * @param stopLimit how long it may take to stop by itself
 * @param advice what to do when it fails for no known reason
 */
record ServiceSpec(
    String name,
    Path directory,
    List<Step> steps,
    List<Path> logs,
    HealthCheck health,
    List<FailureSign> failureSigns,
    Pattern fatalSign,
    Duration startLimit,
    Duration stopLimit,
    String advice) {

  ServiceSpec {
    steps = List.copyOf(steps);
    logs = List.copyOf(logs);
    failureSigns = List.copyOf(failureSigns);
  }

  /** The file that takes what the program prints. */
  Path console() {
    return logs.getFirst();
  }

  /**
   * A program to run.
   *
   * @param activity what it does, for people
   * @param command program and arguments
   * @param environment variables beyond the few that every child gets
   */
  record Step(String activity, List<String> command, Map<String, String> environment) {
    Step {
      command = List.copyOf(command);
      environment = Map.copyOf(environment);
    }
  }

  /** Asks a service whether it answers. */
  @FunctionalInterface
  interface HealthCheck {

    /**
     * Returns when the service answers.
     *
     * @throws Exception if it does not (yet)
     */
    void check() throws Exception;
  }
}
