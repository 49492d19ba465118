package dev.evolve.measure;

import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import dev.evolve.measure.SoakTraffic.Flow;
import dev.evolve.sandbox.SandboxProcess;
import dev.evolve.workspace.FileTrees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalDouble;
import java.util.function.Function;

/**
 * What one arm of a soak runs: a command that says how far it has come, or a service with its load.
 * Closing ends all of it.
 */
interface SoakProcess extends AutoCloseable {

  /** A command. */
  static SoakProcess of(SandboxProcess process) {
    return new SoakProcess() {
      @Override
      public SandboxProcess process() {
        return process;
      }

      @Override
      public SoakOutput output() {
        return SoakOutput.of(process.output());
      }

      @Override
      public void close() {
        process.close();
      }
    };
  }

  /**
   * A service, on a socket in a fresh directory with a short name.
   *
   * @param start starts the service with its socket
   * @param traffic starts the traffic to a socket
   */
  static SoakProcess serving(Function<Path, SandboxProcess> start, Function<Path, Flow> traffic) {
    Path directory = socketDirectory();
    Path socket = directory.resolve("s");
    SandboxProcess process = start.apply(socket);
    Flow flow = flowOrClose(traffic, socket, process);
    return new SoakProcess() {
      @Override
      public SandboxProcess process() {
        return process;
      }

      @Override
      public SoakOutput output() {
        return new SoakOutput(flow.answered(), OptionalDouble.empty(), flow.problem());
      }

      @Override
      public void close() {
        flow.close();
        process.close();
        remove(directory);
      }
    };
  }

  /** The process. */
  SandboxProcess process();

  /** How far it has come. */
  SoakOutput output();

  @Override
  void close();

  private static Flow flowOrClose(
      Function<Path, Flow> traffic, Path socket, SandboxProcess process) {
    try {
      return traffic.apply(socket);
    } catch (RuntimeException e) {
      process.close();
      throw e;
    }
  }

  private static Path socketDirectory() {
    try {
      return Files.createTempDirectory("soak");
    } catch (IOException e) {
      throw new EvolveException(
          ErrorCode.OUT_OF_RESOURCES, "cannot make a directory for a socket: " + e.getMessage(), e);
    }
  }

  private static void remove(Path directory) {
    try {
      FileTrees.delete(directory);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot remove " + directory, e);
    }
  }
}
