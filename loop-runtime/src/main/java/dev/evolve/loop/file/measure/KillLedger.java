package dev.evolve.loop.file.measure;

/** Keeps account of what the processes of a round said. */
final class KillLedger {

  private final long[] acked;
  private long acknowledged;
  private long inThisLife;
  private long lost;
  private long twice;

  KillLedger(KillRound round) {
    this.acked = new long[round.loops()];
  }

  /** A process is started. */
  void begin() {
    inThisLife = 0;
  }

  /** Takes a line; returns how many steps this process has acknowledged. */
  long take(String line) {
    String[] words = line.split(" ");
    if (words.length == 4 && words[3].equals(KillRound.END_OF_LINE)) {
      switch (words[0]) {
        case "restored" -> restore(loop(words[1]), Long.parseLong(words[2]));
        case "acked" -> ack(loop(words[1]), Long.parseLong(words[2]));
        default -> {
          // It tells people how far the process is.
        }
      }
    }
    return inThisLife;
  }

  long acknowledged() {
    return acknowledged;
  }

  long lost() {
    return lost;
  }

  long twice() {
    return twice;
  }

  private void restore(int loop, long steps) {
    lost += Math.max(0, acked[loop] - steps);
    acked[loop] = Math.max(acked[loop], steps);
  }

  private void ack(int loop, long step) {
    acknowledged++;
    inThisLife++;
    if (step < acked[loop]) {
      twice++;
    }
    acked[loop] = Math.max(acked[loop], step + 1);
  }

  private static int loop(String id) {
    return Integer.parseInt(id.substring(id.indexOf('-') + 1));
  }
}
