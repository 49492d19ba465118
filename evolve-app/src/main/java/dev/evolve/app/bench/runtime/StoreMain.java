package dev.evolve.app.bench.runtime;

import dev.evolve.loop.file.FileStoreSettings;
import dev.evolve.loop.file.measure.Latencies;
import dev.evolve.loop.file.measure.StoreBench;
import dev.evolve.loop.file.measure.StoreBench.Alone;
import dev.evolve.loop.file.measure.StoreBench.Reading;
import dev.evolve.loop.file.measure.StoreBench.Throughput;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

/** Measures the file store once: one fork of {@link StoreSection}. */
public final class StoreMain {

  private static final double BYTES_PER_MB = 1e6;
  private static final double PERCENT = 100;

  private StoreMain() {}

  /**
   * @param arguments an empty directory, loops, milliseconds of each load, samples of a loop alone,
   *     steps of the log that is read
   */
  public static void main(String[] arguments) throws IOException {
    StoreBench bench = new StoreBench(Path.of(arguments[0]));
    FileStoreSettings settings = FileStoreSettings.DEFAULT;
    int loops = Integer.parseInt(arguments[1]);
    Duration length = Duration.ofMillis(Long.parseLong(arguments[2]));
    report("stored", bench.throughput(settings, loops, length));
    report("driven", bench.driven(settings, loops, length));
    Alone alone = bench.alone(settings, Integer.parseInt(arguments[3]));
    report("alone", alone.store());
    report("bare", alone.bare());
    Fork.report("added p99 ms", alone.addedP99Ms());
    report("driven alone", bench.drivenAlone(settings, length));
    Fork.report("idle", PERCENT * bench.idle(settings, length));
    Reading reading = bench.reading(settings, loops, Long.parseLong(arguments[4]));
    Fork.report("reading MB/s", reading.bytesPerSecond() / BYTES_PER_MB);
    Fork.report("reading ms", reading.taken().toMillis());
  }

  private static void report(String name, Throughput load) {
    Fork.report(name + " steps/s", load.perSecond());
    Fork.report(name + " steps/group", load.stepsPerGroup());
    Fork.report(name + " cpu ns", load.cpuNs());
  }

  private static void report(String name, Latencies latencies) {
    Fork.report(name + " p50 us", latencies.p50Us());
    Fork.report(name + " p99 us", latencies.p99Us());
  }
}
