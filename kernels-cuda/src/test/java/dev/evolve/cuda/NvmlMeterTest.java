package dev.evolve.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.evolve.measure.PowerReading;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The binding to NVIDIA's management library, called through a library of the same functions that
 * the C compiler of this machine makes. It says nothing of a real device.
 */
class NvmlMeterTest {

  /** Two devices: one that counts everything, one that is too old to. */
  private static final String TWO_DEVICES =
      """
      #include <stdio.h>
      #include <string.h>
      typedef struct { int ordinal; } *device_t;
      static struct { int ordinal; } all[2] = {{0}, {1}};
      static unsigned long long joules = 5000000;
      int nvmlInit_v2(void) { return 0; }
      int nvmlShutdown(void) { return 0; }
      int nvmlDeviceGetCount_v2(unsigned int *count) { *count = 2; return 0; }
      int nvmlDeviceGetHandleByIndex_v2(unsigned int index, device_t *device) {
        *device = (device_t)&all[index]; return index < 2 ? 0 : 2;
      }
      int nvmlDeviceGetName(device_t device, char *name, unsigned int length) {
        return snprintf(name, length, "Fake GPU %d", device->ordinal) > 0 ? 0 : 7;
      }
      int nvmlDeviceGetPowerUsage(device_t device, unsigned int *milliwatts) {
        *milliwatts = 312500; return device->ordinal == 0 ? 0 : 3;
      }
      int nvmlDeviceGetTotalEnergyConsumption(device_t device, unsigned long long *millijoules) {
        if (device->ordinal != 0) return 3;
        *millijoules = joules += 1500; return 0;
      }
      int nvmlDeviceGetTemperature(device_t device, int sensor, unsigned int *celsius) {
        *celsius = 61 + device->ordinal; return sensor == 0 ? 0 : 2;
      }
      int nvmlDeviceGetEnforcedPowerLimit(device_t device, unsigned int *milliwatts) {
        *milliwatts = 700000; return device->ordinal == 0 ? 0 : 3;
      }
      int nvmlDeviceGetTemperatureThreshold(device_t device, int which, unsigned int *celsius) {
        *celsius = 87; return device->ordinal == 0 && which == 1 ? 0 : 3;
      }
      int nvmlDeviceGetCurrentClocksThrottleReasons(device_t device, unsigned long long *reasons) {
        *reasons = device->ordinal == 0 ? 0x8000000000000044ULL : 0x1; return 0;
      }
      """;

  @TempDir private Path directory = Path.of("replaced by JUnit");

  private NvmlMeter meter(String source) throws Exception {
    return ((NvmlMeter.Opening.Opened) NvmlMeter.open(library(source).toString())).meter();
  }

  private Path library(String source) throws Exception {
    assumeTrue(hasCompiler(), "needs cc, which is not installed");
    Path file = Files.writeString(directory.resolve("nvml.c"), source);
    Path library = directory.resolve("libnvidia-ml-fake.so");
    Process cc =
        new ProcessBuilder("cc", "-shared", "-fPIC", "-o", library.toString(), file.toString())
            .redirectErrorStream(true)
            .start();
    String said = new String(cc.getInputStream().readAllBytes());
    assertThat(cc.waitFor()).as(said).isZero();
    return library;
  }

  private static boolean hasCompiler() throws InterruptedException {
    try {
      return new ProcessBuilder("cc", "--version")
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start()
              .waitFor()
          == 0;
    } catch (IOException absent) {
      return false;
    }
  }

  private static String reason(NvmlMeter.Opening opening) {
    return ((NvmlMeter.Opening.Unavailable) opening).reason();
  }

  @Test
  void readsWhatADeviceSays() throws Exception {
    try (NvmlMeter meter = meter(TWO_DEVICES)) {
      GpuState state = meter.states().getFirst();

      assertThat(state)
          .isEqualTo(
              new GpuState(
                  0,
                  "Fake GPU 0",
                  312.5,
                  5_001_500L,
                  61.0,
                  700.0,
                  87.0,
                  List.of(Throttle.POWER_CAP, Throttle.HARDWARE_THERMAL)));
      assertThat(state.isHeldBack()).isTrue();
    }
  }

  @Test
  void leavesOutWhatADeviceDoesNotSupport() throws Exception {
    try (NvmlMeter meter = meter(TWO_DEVICES)) {
      GpuState state = meter.states().get(1);

      assertThat(state)
          .isEqualTo(
              new GpuState(1, "Fake GPU 1", null, null, 62.0, null, null, List.of(Throttle.IDLE)));
      assertThat(state.isHeldBack()).isFalse();
    }
  }

  @Test
  void leavesOutWhatTheLibraryHasNoFunctionFor() throws Exception {
    String old =
        """
        static int device;
        int nvmlInit_v2(void) { return 0; }
        int nvmlDeviceGetCount_v2(unsigned int *count) { *count = 1; return 0; }
        int nvmlDeviceGetHandleByIndex_v2(unsigned int index, void **handle) {
          *handle = &device; return (int)index;
        }
        """;
    try (NvmlMeter meter = meter(old)) {
      assertThat(meter.states())
          .containsExactly(new GpuState(0, "", null, null, null, null, null, null));
      assertThat(meter.read()).isEqualTo(PowerReading.ABSENT);
    }
  }

  @Test
  void powerIsWhatTwoReadingsSayOfTheTimeBetween() throws Exception {
    try (NvmlMeter meter = meter(TWO_DEVICES)) {
      PowerReading before = meter.read();
      PowerReading after = meter.read();

      assertThat(after.watts(before, Duration.ofMillis(500)).orElseThrow())
          .as("1.5 J in half a second")
          .isCloseTo(3.0, within(1e-9));
      assertThat(after.hottestCelsius()).hasValue(62);
      assertThat(after.temperatures().getFirst().zone()).isEqualTo("nvidia-0");
    }
  }

  @Test
  void saysThatThereIsNoLibrary() {
    assertThat(reason(NvmlMeter.open("libno-such-nvml.so.1")))
        .isEqualTo("power of NVIDIA devices cannot be read: libno-such-nvml.so.1 cannot be loaded");
  }

  @Test
  void saysThatTheDriverIsNotLoaded() throws Exception {
    Path library = library("int nvmlInit_v2(void) { return 9; }");

    assertThat(reason(NvmlMeter.open(library.toString()))).endsWith("nvmlInit_v2 answered 9");
  }

  @Test
  void saysThatThereIsNoDevice() throws Exception {
    Path library =
        library(
            """
            int nvmlInit_v2(void) { return 0; }
            int nvmlShutdown(void) { return 0; }
            int nvmlDeviceGetCount_v2(unsigned int *count) { *count = 0; return 0; }
            """);

    assertThat(reason(NvmlMeter.open(library.toString()))).endsWith("counts no device");
  }

  @Test
  void namesTheFunctionThatALibraryLacks() throws Exception {
    Path library = library("int nothing(void) { return 0; }");

    assertThat(reason(NvmlMeter.open(library.toString()))).endsWith("has no function nvmlInit_v2");
  }
}
