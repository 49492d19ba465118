package dev.evolve.serving.kernel;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * Builds the C kernels with the machine's own compiler, once for each source, compiler and
 * processor: the library's name is a hash of the source, the flags and the compiler's predefined
 * macros, which tell its version and every instruction set that it will use.
 *
 * @param compiler name or path of a compiler that understands GCC's options
 * @param cacheDirectory where libraries are kept; made if missing, for this user only
 */
record KernelLibrary(String compiler, Path cacheDirectory) {

  private static final String SOURCE = "kernels.c";
  private static final String OUTPUT = "kernels.so";
  private static final FileAttribute<Set<PosixFilePermission>> OWNER_ONLY =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
  private static final List<String> CODE_FLAGS =
      List.of("-O3", "-march=native", "-ffp-contract=off", "-fno-math-errno");

  /**
   * The library's file, built if it is not there.
   *
   * @throws KernelsUnavailableException if there is no compiler or it fails
   */
  Path file() {
    byte[] source = source();
    Path library = cacheDirectory.resolve("kernels-" + key(source) + ".so");
    if (!Files.isRegularFile(library)) {
      build(source, library);
    }
    return library;
  }

  private String key(byte[] source) {
    MessageDigest digest = sha256();
    digest.update(source);
    digest.update(String.join(" ", CODE_FLAGS).getBytes(StandardCharsets.UTF_8));
    digest.update(run(command("-dM", "-E", "-x", "c", "/dev/null")));
    return HexFormat.of().formatHex(digest.digest(), 0, 12);
  }

  private void build(byte[] source, Path library) {
    try {
      Files.createDirectories(cacheDirectory, OWNER_ONLY);
      Path work = Files.createTempDirectory(cacheDirectory, "build");
      try {
        compile(source, work, library);
      } finally {
        Files.deleteIfExists(work.resolve(SOURCE));
        Files.deleteIfExists(work.resolve(OUTPUT));
        Files.delete(work);
      }
    } catch (IOException e) {
      throw new KernelsUnavailableException(
          "the C kernels cannot be kept in " + cacheDirectory + ": " + e.getMessage(), e);
    }
  }

  private void compile(byte[] source, Path work, Path library) throws IOException {
    Path input = Files.write(work.resolve(SOURCE), source);
    Path output = work.resolve(OUTPUT);
    run(command("-shared", "-fPIC", "-o", output.toString(), input.toString()));
    Files.move(output, library, StandardCopyOption.ATOMIC_MOVE);
  }

  private List<String> command(String... arguments) {
    List<String> command = new ArrayList<>(List.of(compiler));
    command.addAll(CODE_FLAGS);
    command.addAll(List.of(arguments));
    return command;
  }

  private byte[] run(List<String> command) {
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      process.getOutputStream().close();
      byte[] output = process.getInputStream().readAllBytes();
      int exit = process.waitFor();
      if (exit != 0) {
        throw new KernelsUnavailableException(failure(command, exit, output), null);
      }
      return output;
    } catch (IOException e) {
      throw new KernelsUnavailableException(
          "the C kernels need a C compiler, but '"
              + compiler
              + "' does not start ("
              + e.getMessage()
              + "): install gcc or clang, or ask for the reference kernels by name",
          e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new KernelsUnavailableException("interrupted while the C kernels were built", e);
    }
  }

  private static String failure(List<String> command, int exit, byte[] output) {
    return "the C kernels cannot be built: '"
        + String.join(" ", command)
        + "' ended with "
        + exit
        + ": "
        + new String(output, StandardCharsets.UTF_8).strip();
  }

  private static byte[] source() {
    try (InputStream stream =
        Objects.requireNonNull(KernelLibrary.class.getResourceAsStream(SOURCE), SOURCE)) {
      return stream.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
