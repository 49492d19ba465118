package dev.evolve.canary.load;

import dev.evolve.canary.http.HttpRequest;
import dev.evolve.canary.load.LoadFile.Arrival;
import java.time.Duration;
import java.util.List;

/**
 * Which request is sent when. A recording that is too short starts again from its front, after its
 * mean gap; one that takes too long is sped up as a whole, so that its rhythm stays. It is never
 * slowed down.
 */
public final class ReplaySchedule {

  private final List<Arrival> arrivals;
  private final int first;
  private final int requests;
  private final long periodNs;
  private final double speedUp;

  /**
   * @param load the recording
   * @param first how many requests were taken from it before
   * @param requests how many to send
   * @param longest how long all of it may take
   */
  public ReplaySchedule(LoadFile load, int first, int requests, Duration longest) {
    this.arrivals = load.arrivals();
    this.first = first;
    this.requests = requests;
    long spanNs = arrivals.getLast().at().minus(arrivals.getFirst().at()).toNanos();
    this.periodNs = arrivals.size() > 1 ? spanNs + spanNs / (arrivals.size() - 1) : 0;
    long recordedNs = requests == 0 ? 0 : recordedAt(first + requests - 1L) - recordedAt(first);
    this.speedUp = Math.max(1, (double) recordedNs / longest.toNanos());
  }

  /** How many requests there are. */
  public int requests() {
    return requests;
  }

  /** How many times faster than recorded. */
  public double speedUp() {
    return speedUp;
  }

  /** The request at a position. */
  public HttpRequest request(int index) {
    return arrivals.get((int) ((first + (long) index) % arrivals.size())).request();
  }

  /** When it is due, in nanoseconds from the start. */
  public long dueNs(int index) {
    return (long) ((recordedAt(first + (long) index) - recordedAt(first)) / speedUp);
  }

  private long recordedAt(long position) {
    int size = arrivals.size();
    Duration at = arrivals.get((int) (position % size)).at();
    return position / size * periodNs + at.toNanos();
  }
}
