package dev.evolve.cuda;

import dev.evolve.device.KernelResources;
import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Compiles CUDA sources with nvcc; needs the toolkit, no GPU. */
public final class NvccCompiler {

  private static final long TIMEOUT_SECONDS = 180;

  private final String nvcc;

  /**
   * @param nvcc name or path of the compiler
   */
  public NvccCompiler(String nvcc) {
    this.nvcc = nvcc;
  }

  /** True if the compiler answers. */
  public boolean isInstalled() {
    try {
      return execute(List.of(nvcc, "--version")).exitCode() == 0;
    } catch (EvolveException e) {
      return false;
    }
  }

  /**
   * Compiles a source to a cubin for one architecture.
   *
   * @param source file with CUDA code
   * @param cubin where the result goes
   * @param architecture such as {@code sm_90}
   * @param definitions macros by name
   * @return what each kernel takes, as the assembler reports it
   * @throws EvolveException BUILD_FAILED with the compiler's output
   */
  public List<KernelResources> compile(
      Path source, Path cubin, String architecture, Map<String, String> definitions) {
    List<String> command =
        new ArrayList<>(List.of(nvcc, "-cubin", "-arch=" + architecture, "-O3", "-Xptxas", "-v"));
    definitions.forEach((name, value) -> command.add("-D" + name + "=" + value));
    command.addAll(List.of("-o", cubin.toString(), source.toString()));
    Outcome outcome = execute(command);
    if (outcome.exitCode() != 0) {
      throw new EvolveException(
          ErrorCode.BUILD_FAILED,
          source + " does not compile for " + architecture + ":\n" + outcome.output());
    }
    return PtxasReport.parse(outcome.output());
  }

  private static Outcome execute(List<String> command) {
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      process.getOutputStream().close();
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (!process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new EvolveException(
            ErrorCode.BUILD_FAILED, command.getFirst() + " took over " + TIMEOUT_SECONDS + " s");
      }
      return new Outcome(process.exitValue(), output);
    } catch (IOException e) {
      throw new EvolveException(
          ErrorCode.BUILD_FAILED,
          command.getFirst() + " cannot be run; install the CUDA toolkit or name it",
          e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new EvolveException(ErrorCode.INTERNAL, "interrupted while compiling", e);
    }
  }

  private record Outcome(int exitCode, String output) {}
}
