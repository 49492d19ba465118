package dev.evolve.app.services;

import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Command lines of Java programs that run on the JDK that we run on. The arguments travel in a file
 * that only its owner reads: class paths are too long for a process list and passwords not meant
 * for one.
 */
final class JavaProgram {

  private static final String SERVICE_PROPERTY = "-Devolve.service=";

  private JavaProgram() {}

  /** The argument that marks a service's process, unique by its directory. */
  static String marker(Path serviceDirectory) {
    return SERVICE_PROPERTY + serviceDirectory;
  }

  /**
   * The command of a program.
   *
   * @param marker see {@link #marker}
   * @param argumentFile where flags, class, and arguments are written
   * @param arguments flags of the JVM, main class, its arguments
   */
  static List<String> command(String marker, Path argumentFile, List<String> arguments) {
    writePrivate(
        argumentFile, String.join("\n", arguments.stream().map(JavaProgram::quote).toList()));
    List<String> command = new ArrayList<>();
    // A session of its own keeps a Ctrl-C in the terminal from the child: we stop it in order.
    find("setsid").ifPresent(command::add);
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add(marker);
    command.add("@" + argumentFile);
    return command;
  }

  /** The same command at a lower priority, where the system can. */
  static List<String> polite(List<String> command) {
    return find("nice")
        .map(nice -> Stream.concat(Stream.of(nice, "-n", "5"), command.stream()).toList())
        .orElse(command);
  }

  /**
   * The class path that the build has written for a service.
   *
   * @throws EvolveException SERVICE_FAILED if it or any of its files is missing
   */
  static String classpath(@Nullable Path file, String service, String property, String external) {
    if (file == null || !Files.isReadable(file)) {
      throw unusable(
          service,
          property + (file == null ? " is not set" : " names " + file + ", which is missing"),
          external);
    }
    try {
      String classpath = Files.readString(file).strip();
      List<String> missing =
          Arrays.stream(classpath.split(File.pathSeparator))
              .filter(entry -> !Files.exists(Path.of(entry)))
              .toList();
      if (!missing.isEmpty()) {
        throw unusable(
            service,
            missing.size() + " files named in " + file + " are gone, first " + missing.getFirst(),
            external);
      }
      return classpath;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static EvolveException unusable(String service, String found, String external) {
    return new EvolveException(
        ErrorCode.SERVICE_FAILED,
        "%s cannot be started: %s; build it with `mvn package -pl services/%s`, or set %s to use one of your own"
            .formatted(
                service,
                found,
                service.equals("Kafka") ? "kafka-broker" : "neo4j-server",
                external));
  }

  /** Writes a file that only its owner can read. */
  static void writePrivate(Path file, String content) {
    try {
      Files.createDirectories(file.getParent());
      Path fresh =
          Files.createTempFile(
              file.getParent(),
              ".fresh",
              null,
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      Files.writeString(
          fresh, content, StandardOpenOption.SYNC, StandardOpenOption.TRUNCATE_EXISTING);
      Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String quote(String argument) {
    return '"' + argument.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }

  private static Optional<String> find(String program) {
    return Stream.of("/usr/bin", "/bin", "/usr/local/bin")
        .map(directory -> Path.of(directory, program))
        .filter(Files::isExecutable)
        .map(Path::toString)
        .findFirst();
  }
}
