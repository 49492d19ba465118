package dev.evolve.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PowerReaderTest {

  private static final Duration SECOND = Duration.ofSeconds(1);

  @TempDir private Path directory;
  private Path powercap;
  private Path thermal;
  private PowerReader reader;

  @BeforeEach
  void prepare() {
    powercap = directory.resolve("powercap");
    thermal = directory.resolve("thermal");
    reader = new PowerReader(powercap, thermal);
  }

  private void zone(String zone, String name, String energy) throws IOException {
    Path at = Files.createDirectories(powercap.resolve(zone));
    Files.writeString(at.resolve("name"), name + "\n");
    Files.writeString(at.resolve("energy_uj"), energy + "\n");
    Files.writeString(at.resolve("max_energy_range_uj"), "262143328850\n");
  }

  private void heat(String zone, String type, String temp) throws IOException {
    Path at = Files.createDirectories(thermal.resolve(zone));
    Files.writeString(at.resolve("type"), type + "\n");
    Files.writeString(at.resolve("temp"), temp + "\n");
  }

  @Test
  void readsThePowerOfAllPackagesOnce() throws IOException {
    zone("intel-rapl:0", "package-0", "1000000");
    zone("intel-rapl:1", "package-1", "5000000");
    zone("intel-rapl:0:0", "core", "900000");
    zone("intel-rapl:2", "psys", "7000000");
    PowerReading before = reader.read();
    zone("intel-rapl:0", "package-0", "61000000");
    zone("intel-rapl:1", "package-1", "45000000");
    zone("intel-rapl:0:0", "core", "90000000");
    zone("intel-rapl:2", "psys", "170000000");
    assertThat(reader.read().watts(before, Duration.ofSeconds(2)).orElseThrow()).isEqualTo(50);
  }

  @Test
  void followsACounterThatStartsAgain() throws IOException {
    zone("intel-rapl:0", "package-0", "262143328850");
    PowerReading before = reader.read();
    zone("intel-rapl:0", "package-0", "3000000");
    assertThat(reader.read().watts(before, SECOND).orElseThrow()).isEqualTo(3);
  }

  @Test
  void readsTheHottestZone() throws IOException {
    heat("thermal_zone0", "acpitz", "27800");
    heat("thermal_zone1", "x86_pkg_temp", "61000");
    heat("cooling_device0", "Processor", "99000");
    PowerReading reading = reader.read();
    assertThat(reading.hottestCelsius()).hasValue(61);
    assertThat(reading.temperatures().getLast().zone()).isEqualTo("thermal_zone1 x86_pkg_temp");
  }

  @Test
  void isAbsentAndNotZeroWhereThereIsNothingToRead() {
    PowerReading reading = reader.read();
    assertThat(reading).isEqualTo(PowerReading.ABSENT);
    assertThat(reading.hottestCelsius()).isEmpty();
    assertThat(reading.watts(PowerReading.ABSENT, SECOND)).isEmpty();
  }

  @Test
  void isAbsentWhereACounterCannotBeRead() throws IOException {
    zone("intel-rapl:0", "package-0", "1000000");
    PowerReading before = reader.read();
    Files.delete(powercap.resolve("intel-rapl:0/energy_uj"));
    heat("thermal_zone0", "acpitz", "no data");
    PowerReading after = reader.read();
    assertThat(after).isEqualTo(PowerReading.ABSENT);
    assertThat(after.watts(before, SECOND)).isEmpty();
    assertThat(before.watts(after, SECOND)).isEmpty();
  }

  @Test
  void isAbsentWhereAPackageCameOrWent() throws IOException {
    zone("intel-rapl:0", "package-0", "1000000");
    PowerReading before = reader.read();
    zone("intel-rapl:1", "package-1", "9000000");
    assertThat(reader.read().watts(before, SECOND)).isEmpty();
  }

  @Test
  void refusesReadingsThatAreNoTimeApart() {
    PowerReading reading = reader.read();
    assertThatThrownBy(() -> reading.watts(reading, Duration.ZERO))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("above zero");
  }
}
