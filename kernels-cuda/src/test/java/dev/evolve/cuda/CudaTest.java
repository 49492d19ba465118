package dev.evolve.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.evolve.device.KernelDevice.Availability;
import dev.evolve.device.KernelResources;
import dev.evolve.error.EvolveException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is known of CUDA without a GPU: the driver's answer, compiled kernels, their occupancy. */
class CudaTest {

  @TempDir private Path directory = Path.of("replaced by JUnit");

  @Test
  void saysThatThereIsNoDriverWhereThereIsNone() {
    assertThat(new CudaDriver("libno-such-driver.so.1").availability())
        .isInstanceOfSatisfying(
            Availability.Unavailable.class,
            none -> assertThat(none.reason()).contains("cannot be loaded"));
  }

  @Test
  void saysThatADriverFindsNoDevice() throws Exception {
    Path library = stub("int cuInit(unsigned flags) { (void)flags; return 100; }");

    assertThat(new CudaDriver(library.toString()).availability())
        .isInstanceOfSatisfying(
            Availability.Unavailable.class,
            none -> assertThat(none.reason()).contains("finds no device"));
  }

  @Test
  void readsWhatADriverSaysOfItsDevices() throws Exception {
    Path library =
        stub(
            """
            #include <string.h>
            int cuInit(unsigned flags) { (void)flags; return 0; }
            int cuDriverGetVersion(int *version) { *version = 13020; return 0; }
            int cuDeviceGetCount(int *count) { *count = 1; return 0; }
            int cuDeviceGet(int *device, int ordinal) { *device = ordinal; return 0; }
            int cuDeviceGetName(char *name, int length, int device) {
              (void)device; strncpy(name, "Stub GPU", length); return 0;
            }
            int cuDeviceGetAttribute(int *value, int attribute, int device) {
              (void)device; *value = attribute == 75 ? 9 : 0; return 0;
            }
            """);

    assertThat(new CudaDriver(library.toString()).availability())
        .isInstanceOfSatisfying(
            Availability.Available.class,
            found -> {
              assertThat(found.driver()).isEqualTo("13.2");
              assertThat(found.devices().getFirst().name()).isEqualTo("Stub GPU");
              assertThat(found.devices().getFirst().architecture()).isEqualTo("sm_90");
            });
  }

  @Test
  void saysWhichFunctionADriverLacks() throws Exception {
    Path library = stub("int cuInit(unsigned flags) { (void)flags; return 0; }");

    assertThat(new CudaDriver(library.toString()).availability())
        .isInstanceOfSatisfying(
            Availability.Unavailable.class,
            none -> assertThat(none.reason()).contains("cuDriverGetVersion"));
  }

  @Test
  void refusesToLaunchWithoutADevice() {
    CudaLauncher launcher = new CudaLauncher(new CudaDriver("libno-such-driver.so.1"));

    assertThatThrownBy(
            () -> launcher.multiply(directory, "sgemm", 16, new float[1], new float[1], 1))
        .isInstanceOf(EvolveException.class)
        .hasMessageContaining("nothing can be launched");
  }

  @ParameterizedTest
  @ValueSource(strings = {"sm_90", "sm_120"})
  void compilesTheShippedKernelAndReadsWhatItTakes(String architecture) throws Exception {
    NvccCompiler nvcc = new NvccCompiler("nvcc");
    assumeTrue(nvcc.isInstalled(), "needs nvcc, which is not installed");
    Path source = directory.resolve("sgemm.cu");
    try (InputStream shipped = CudaTest.class.getResourceAsStream("/kernels/sgemm.cu")) {
      Files.write(source, shipped == null ? new byte[0] : shipped.readAllBytes());
    }
    Path cubin = directory.resolve("sgemm.cubin");

    List<KernelResources> kernels = nvcc.compile(source, cubin, architecture, Map.of("TILE", "32"));

    assertThat(kernels).hasSize(1);
    assertThat(kernels.getFirst().architecture()).isEqualTo(architecture);
    assertThat(kernels.getFirst().registers()).isBetween(8, 128);
    assertThat(kernels.getFirst().sharedBytes()).isEqualTo(4 * (32 * 32 + 32 * 33));
    assertThat(Files.size(cubin)).isPositive();
  }

  @Test
  void saysWhatTheCompilerSaysOfAWrongSource() throws Exception {
    NvccCompiler nvcc = new NvccCompiler("nvcc");
    assumeTrue(nvcc.isInstalled(), "needs nvcc, which is not installed");
    Path source = Files.writeString(directory.resolve("wrong.cu"), "this is no CUDA");

    assertThatThrownBy(() -> nvcc.compile(source, directory.resolve("x.cubin"), "sm_90", Map.of()))
        .isInstanceOf(EvolveException.class)
        .hasMessageContaining("does not compile for sm_90")
        .hasMessageContaining("error");
  }

  @Test
  void readsSpillsFromTheAssemblersReport() {
    String report =
        """
        ptxas info    : 0 bytes gmem
        ptxas info    : Compiling entry function 'spill' for 'sm_90'
        ptxas info    : Function properties for spill
            288 bytes stack frame, 556 bytes spill stores, 600 bytes spill loads
        ptxas info    : Used 32 registers, used 1 barriers, 288 bytes cumulative stack size, 8448 bytes smem
        """;

    assertThat(PtxasReport.parse(report))
        .containsExactly(new KernelResources("spill", "sm_90", 32, 8448, 288, 556, 600));
  }

  @Test
  void computesOccupancyByWhatBinds() {
    assertOccupancy(new KernelResources("k", "sm_90", 32, 0, 0, 0, 0), 256, 1.0, "threads");
    assertOccupancy(new KernelResources("k", "sm_90", 128, 0, 0, 0, 0), 256, 0.25, "registers");
    assertOccupancy(
        new KernelResources("k", "sm_90", 32, 100 * 1024, 0, 0, 0), 256, 0.25, "shared");
    assertOccupancy(new KernelResources("k", "sm_90", 16, 0, 0, 0, 0), 32, 0.5, "blocks");
  }

  private static void assertOccupancy(
      KernelResources kernel, int threads, double share, String limitedBy) {
    Occupancy occupancy = Occupancy.of(kernel, threads, 0);
    assertThat(occupancy.share()).isCloseTo(share, within(1e-9));
    assertThat(occupancy.limitedBy()).isEqualTo(limitedBy);
  }

  private Path stub(String code) throws IOException, InterruptedException {
    Path source = Files.writeString(directory.resolve("stub.c"), code);
    Path library = directory.resolve("libstub.so");
    Process gcc =
        new ProcessBuilder("gcc", "-shared", "-fPIC", "-o", library.toString(), source.toString())
            .inheritIO()
            .start();
    assumeTrue(gcc.waitFor() == 0, "needs gcc");
    return library;
  }
}
