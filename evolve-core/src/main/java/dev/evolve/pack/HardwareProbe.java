package dev.evolve.pack;

import dev.evolve.json.Digests;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Looks at the machine that it runs on. What cannot be read is {@code unknown}, so that a profile
 * is always given and two machines that differ in what is known differ in their profile.
 */
public final class HardwareProbe implements Supplier<HardwareProfile> {

  private static final String UNKNOWN = "unknown";
  private static final List<Path> PROGRAM_DIRECTORIES =
      List.of(Path.of("/usr/local/bin"), Path.of("/usr/bin"), Path.of("/bin"));

  private final Path proc;
  private final List<Path> programDirectories;
  private final Platform platform;
  private final FirstLine firstLine;

  /**
   * For a machine.
   *
   * @param proc where {@code cpuinfo} and {@code meminfo} lie
   * @param programDirectories where the compiler is looked for, in order
   * @param platform what the virtual machine knows
   * @param firstLine runs a program
   */
  public HardwareProbe(
      Path proc, List<Path> programDirectories, Platform platform, FirstLine firstLine) {
    this.proc = proc;
    this.programDirectories = List.copyOf(programDirectories);
    this.platform = platform;
    this.firstLine = firstLine;
  }

  /** For the machine that this runs on. */
  public static HardwareProbe ofThisMachine() {
    Platform platform =
        new Platform(
            System.getProperty("os.arch", UNKNOWN),
            System.getProperty("os.name", UNKNOWN) + " " + System.getProperty("os.version", ""),
            Runtime.getRuntime().availableProcessors());
    return new HardwareProbe(
        Path.of("/proc"), PROGRAM_DIRECTORIES, platform, new FirstLineOfProcess());
  }

  @Override
  public HardwareProfile get() {
    List<String> cpuinfo = lines("cpuinfo");
    int listed = (int) cpuinfo.stream().filter(line -> line.startsWith("processor")).count();
    Optional<Path> compiler = findCompiler();
    return new HardwareProfile(
        platform.architecture(),
        field(cpuinfo, "model name").orElse(UNKNOWN),
        listed > 0 ? listed : platform.processors(),
        memoryBytes(),
        platform.system().strip(),
        field(cpuinfo, "microcode").orElse(UNKNOWN),
        compiler.flatMap(this::versionOf).orElse(UNKNOWN),
        compiler.flatMap(HardwareProbe::hashOf).orElse(UNKNOWN),
        new TreeMap<>());
  }

  private long memoryBytes() {
    return field(lines("meminfo"), "MemTotal")
        .map(text -> text.replace("kB", "").strip())
        .filter(text -> text.matches("[0-9]{1,15}"))
        .map(text -> Long.parseLong(text) * 1024)
        .orElse(0L);
  }

  private List<String> lines(String name) {
    try (Stream<String> lines = Files.lines(proc.resolve(name), StandardCharsets.UTF_8)) {
      return lines.toList();
    } catch (IOException | UncheckedIOException e) {
      return List.of();
    }
  }

  private static Optional<String> field(List<String> lines, String name) {
    return lines.stream()
        .filter(line -> line.contains(":"))
        .filter(line -> line.substring(0, line.indexOf(':')).strip().equals(name))
        .map(line -> line.substring(line.indexOf(':') + 1).strip())
        .filter(value -> !value.isEmpty())
        .findFirst();
  }

  private Optional<Path> findCompiler() {
    return programDirectories.stream()
        .map(directory -> directory.resolve("cc"))
        .filter(Files::isExecutable)
        .findFirst();
  }

  private Optional<String> versionOf(Path compiler) {
    return firstLine.of(List.of(compiler.toString(), "--version")).filter(text -> !text.isBlank());
  }

  /** Of the executable itself: {@code cc} is a link, often through several others. */
  private static Optional<String> hashOf(Path compiler) {
    try {
      return Optional.of(Digests.sha256(compiler.toRealPath()));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /**
   * What the virtual machine knows of its machine.
   *
   * @param architecture such as {@code amd64}
   * @param system kernel and version
   * @param processors logical processors
   */
  public record Platform(String architecture, String system, int processors) {}

  /** Runs a program and gives the first line that it prints. */
  @FunctionalInterface
  public interface FirstLine {
    /** The first line; empty if the program cannot be run or fails. */
    Optional<String> of(List<String> command);
  }
}
