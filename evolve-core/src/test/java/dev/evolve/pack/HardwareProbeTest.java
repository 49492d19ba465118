package dev.evolve.pack;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evolve.json.Digests;
import dev.evolve.json.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HardwareProbeTest {

  private static final HardwareProbe.Platform PLATFORM =
      new HardwareProbe.Platform("amd64", "Linux 6.1.0", 8);

  @TempDir Path machine;

  @Test
  void readsProcessorMemoryAndCompiler() throws Exception {
    Files.writeString(
        machine.resolve("cpuinfo"),
        """
        processor\t: 0
        model name\t: Test CPU @ 2.0GHz
        microcode\t: 0x2b000603

        processor\t: 1
        model name\t: Test CPU @ 2.0GHz
        """);
    Files.writeString(machine.resolve("meminfo"), "MemTotal:        2048 kB\nMemFree: 1 kB\n");
    Path compiler = Files.writeString(machine.resolve("gcc-14"), "the compiler itself");
    assertThat(compiler.toFile().setExecutable(true)).isTrue();
    Files.createSymbolicLink(machine.resolve("gcc"), compiler);
    Files.createSymbolicLink(machine.resolve("cc"), machine.resolve("gcc"));

    HardwareProfile profile = probe(command -> Optional.of("cc (Test) 14.2.0")).get();

    assertThat(profile.cpuModel()).isEqualTo("Test CPU @ 2.0GHz");
    assertThat(profile.cores()).isEqualTo(2);
    assertThat(profile.memoryBytes()).isEqualTo(2048 * 1024);
    assertThat(profile.microcode()).isEqualTo("0x2b000603");
    assertThat(profile.os()).isEqualTo("Linux 6.1.0");
    assertThat(profile.compiler()).isEqualTo("cc (Test) 14.2.0");
    assertThat(profile.compilerSha256()).isEqualTo(Digests.sha256("the compiler itself"));
    assertThat(Json.read(Json.write(profile), HardwareProfile.class)).isEqualTo(profile);
  }

  @Test
  void whatCannotBeReadIsUnknown() {
    HardwareProfile profile = probe(command -> Optional.empty()).get();

    assertThat(profile.cpuModel()).isEqualTo("unknown");
    assertThat(profile.microcode()).isEqualTo("unknown");
    assertThat(profile.compiler()).isEqualTo("unknown");
    assertThat(profile.compilerSha256()).isEqualTo("unknown");
    assertThat(profile.cores()).isEqualTo(8);
    assertThat(profile.memoryBytes()).isZero();
  }

  @Test
  void nonsenseInTheMachinesFilesIsUnknown() throws Exception {
    Files.write(machine.resolve("cpuinfo"), new byte[] {(byte) 0xff, (byte) 0xfe, ':'});
    Files.writeString(machine.resolve("meminfo"), "MemTotal: lots kB\n");

    HardwareProfile profile = probe(command -> Optional.of("  ")).get();

    assertThat(profile.cpuModel()).isEqualTo("unknown");
    assertThat(profile.memoryBytes()).isZero();
    assertThat(profile.compiler()).isEqualTo("unknown");
  }

  @Test
  void thisMachineHasAProfileThatStaysTheSame() {
    HardwareProbe probe = HardwareProbe.ofThisMachine();

    for (int i = 0; i < 20; i++) {
      assertThat(probe.get()).isEqualTo(probe.get());
    }
    assertThat(probe.get().id()).hasSize(16);
    assertThat(probe.get().cores()).isPositive();
  }

  private HardwareProbe probe(HardwareProbe.FirstLine firstLine) {
    return new HardwareProbe(machine, List.of(machine), PLATFORM, firstLine);
  }
}
