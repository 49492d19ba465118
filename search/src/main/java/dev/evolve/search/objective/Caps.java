package dev.evolve.search.objective;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Caps on power and heat, and what they say of samples. A sample taken above a cap was taken on a
 * machine that was throttled or about to be: it says nothing about the candidate. What was not read
 * is not held to be within the cap.
 *
 * @param watts most power; null if there is no cap on it
 * @param celsius highest temperature; null if there is no cap on it
 */
public record Caps(@Nullable Double watts, @Nullable Double celsius) {

  /** No caps. */
  public static final Caps NONE = new Caps(null, null);

  public Caps {
    if ((watts != null && !(watts > 0 && Double.isFinite(watts)))
        || (celsius != null && !Double.isFinite(celsius))) {
      throw new IllegalArgumentException(
          "caps are finite, and watts above zero, not " + watts + " W, " + celsius + " degrees");
    }
  }

  /**
   * What the machine drew and how hot it was while a sample was taken.
   *
   * @param watts null if it could not be read
   * @param celsius null if it could not be read
   */
  public record Reading(@Nullable Double watts, @Nullable Double celsius) {

    /** Nothing could be read. */
    public static final Reading ABSENT = new Reading(null, null);
  }

  /** What the caps say of a sample. */
  public enum Standing {
    /** Every cap was read and holds. */
    WITHIN,
    /** A cap was broken: the sample is to be thrown away and taken again. */
    ABOVE,
    /** No cap was broken as far as was read, but not every one was read: the sample is flagged. */
    NOT_READ
  }

  /**
   * What the caps say of some samples.
   *
   * @param standings of each, in order
   * @param sentence for people
   */
  public record Judgement(List<Standing> standings, String sentence) {
    public Judgement {
      standings = List.copyOf(standings);
    }

    /** True if a sample may count. */
    public boolean isUsable(int sample) {
      return standings.get(sample) != Standing.ABOVE;
    }
  }

  /** Judges one sample. */
  public Standing judge(Reading reading) {
    Standing power = judge(watts, reading.watts());
    Standing heat = judge(celsius, reading.celsius());
    if (power == Standing.ABOVE || heat == Standing.ABOVE) {
      return Standing.ABOVE;
    }
    boolean isRead = power == Standing.WITHIN && heat == Standing.WITHIN;
    return isRead ? Standing.WITHIN : Standing.NOT_READ;
  }

  private static Standing judge(@Nullable Double cap, @Nullable Double read) {
    if (cap == null) {
      return Standing.WITHIN;
    }
    if (read == null || read.isNaN()) {
      return Standing.NOT_READ;
    }
    return read > cap ? Standing.ABOVE : Standing.WITHIN;
  }

  /** Judges samples by the reading of each, in order. */
  public Judgement judge(List<Reading> readings) {
    List<Standing> standings = new ArrayList<>();
    readings.forEach(reading -> standings.add(judge(reading)));
    long above = standings.stream().filter(Standing.ABOVE::equals).count();
    long unread = standings.stream().filter(Standing.NOT_READ::equals).count();
    return new Judgement(
        standings,
        String.format(
            Locale.ROOT,
            "%d of %d samples were taken above the caps (%s) and do not count; %d could not be"
                + " checked",
            above,
            readings.size(),
            describe(),
            unread));
  }

  private String describe() {
    return (watts == null ? "no cap on power" : watts + " W")
        + ", "
        + (celsius == null ? "none on temperature" : celsius + " degrees Celsius");
  }
}
