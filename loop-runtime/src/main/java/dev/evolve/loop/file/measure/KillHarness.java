package dev.evolve.loop.file.measure;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/**
 * Kills a process that drives loops with a file store, again and again at random moments, and looks
 * for steps that were lost or done twice. Some kills come after a random number of acknowledged
 * steps, some after a random time from the start of the process, so that they also hit opening,
 * recovery and compaction.
 */
public final class KillHarness {

  private static final int LATEST_MS = 900;

  private final Path home;
  private final int loops;
  private final long steps;
  private final int stepsPerKill;
  private final long seed;
  private final RandomGenerator random;
  private int kills;
  private int rounds;
  private int compacted;
  private long acknowledged;
  private long lost;
  private long twice;
  private long missing;
  private int different;

  /**
   * @param home an empty directory on the disk that is to be tried
   * @param loops loops that are driven together
   * @param steps of each loop
   * @param stepsPerKill mean number of acknowledged steps between two kills
   * @param seed of the loops and of the moments
   */
  public KillHarness(Path home, int loops, long steps, int stepsPerKill, long seed) {
    this.home = home;
    this.loops = loops;
    this.steps = steps;
    this.stepsPerKill = stepsPerKill;
    this.seed = seed;
    this.random = new SplittableRandom(seed);
  }

  /** Kills so many times, each round driven to its end, and judges. */
  public KillReport run(int wanted) throws IOException, InterruptedException {
    long digest = uninterrupted();
    while (kills < wanted) {
      KillRound round = new KillRound(home.resolve("round-" + rounds), loops, steps, seed);
      KillLedger ledger = new KillLedger(round);
      while (!live(round, ledger, kills < wanted)) {
        kills++;
      }
      rounds++;
      judge(round, ledger, digest);
      delete(round.directory());
    }
    return new KillReport(
        kills, rounds, acknowledged, lost, twice, missing, digest, different, compacted);
  }

  private long uninterrupted() throws IOException, InterruptedException {
    KillRound round = new KillRound(home.resolve("uninterrupted"), loops, steps, seed);
    KillLedger ledger = new KillLedger(round);
    if (!live(round, ledger, false)) {
      throw new IOException("a process that nobody killed did not end well");
    }
    StoredDigest stored = StoredDigest.of(round);
    if (stored.missing() > 0 || stored.twice() > 0) {
      throw new IOException("an uninterrupted run stored " + stored);
    }
    delete(round.directory());
    return stored.digest();
  }

  /** One process; true if it ended by itself with all loops done. */
  private boolean live(KillRound round, KillLedger ledger, boolean kill)
      throws IOException, InterruptedException {
    ledger.begin();
    Process child = start(round);
    try (BufferedReader lines = child.inputReader()) {
      if (kill && random.nextInt(3) == 0) {
        if (!child.waitFor(random.nextInt(LATEST_MS), TimeUnit.MILLISECONDS)) {
          child.toHandle().destroyForcibly();
        }
      }
      long killAt = kill ? random.nextLong(1, 2L * stepsPerKill) : Long.MAX_VALUE;
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (ledger.take(line) == killAt) {
          child.toHandle().destroyForcibly();
        }
      }
      int exit = child.waitFor();
      if (exit != 0 && exit != 128 + 9) {
        throw new IOException("the process ended with status " + exit + ", not by a kill");
      }
      return exit == 0;
    } finally {
      child.toHandle().destroyForcibly();
    }
  }

  private static Process start(KillRound round) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xmx256m",
                "-cp",
                System.getProperty("java.class.path"),
                KillChild.class.getName()));
    command.addAll(round.arguments());
    return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
  }

  private void judge(KillRound round, KillLedger ledger, long digest) throws IOException {
    StoredDigest stored = StoredDigest.of(round);
    acknowledged += ledger.acknowledged();
    lost += ledger.lost();
    twice += ledger.twice() + stored.twice();
    missing += stored.missing();
    different += stored.digest() == digest ? 0 : 1;
    compacted += stored.compacted() ? 1 : 0;
  }

  private static void delete(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(directory);
  }
}
