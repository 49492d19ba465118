package dev.evolve.app.engine;

import dev.evolve.cuda.CudaDriver;
import dev.evolve.device.KernelDevice.Availability;
import dev.evolve.pack.HardwareProbe;
import dev.evolve.pack.HardwareProfile;
import java.util.SortedMap;
import java.util.TreeMap;

/** The machine's profile, accelerators included. */
final class Hardware {

  private Hardware() {}

  static HardwareProfile ofThisMachine() {
    HardwareProfile cpu = HardwareProbe.ofThisMachine().get();
    return new HardwareProfile(
        cpu.architecture(),
        cpu.cpuModel(),
        cpu.cores(),
        cpu.memoryBytes(),
        cpu.os(),
        cpu.microcode(),
        cpu.compiler(),
        cpu.compilerSha256(),
        accelerators());
  }

  private static SortedMap<String, String> accelerators() {
    SortedMap<String, String> found = new TreeMap<>();
    if (new CudaDriver().availability() instanceof Availability.Available cuda) {
      found.put("cuda-driver", cuda.driver());
      cuda.devices()
          .forEach(
              device ->
                  found.put(
                      "cuda-" + device.ordinal(), device.name() + " " + device.architecture()));
    }
    return found;
  }
}
