package dev.evolve.pack;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A number that a bench prints, or that is measured of it from outside.
 *
 * @param name as the bench prints it
 * @param unit as the bench prints it
 * @param direction which way is better
 * @param role what it is for
 * @param description for people
 * @param floor of a guard: share by which it may be worse before anybody cares, 0.02 for 2 %; null
 *     for {@value #STANDARD_FLOOR}
 */
public record Metric(
    String name,
    String unit,
    Direction direction,
    Role role,
    String description,
    @Nullable Double floor) {

  /** A change that nobody cares about, where the pack does not say. */
  public static final double STANDARD_FLOOR = 0.02;

  /** Largest resident set of a process of the bench, seen from outside. */
  public static final Metric PEAK_RSS =
      new Metric("peak-rss", "MiB", Direction.LOWER, Role.INFORMATIVE, "peak of resident memory");

  /** User and system time of all processes of the bench, seen from outside. */
  public static final Metric CPU_TIME =
      new Metric("cpu-time", "s", Direction.LOWER, Role.INFORMATIVE, "processor time");

  /** What the whole machine used while a process of the bench ran; not everywhere readable. */
  public static final Metric ENERGY =
      new Metric("energy", "J", Direction.LOWER, Role.INFORMATIVE, "energy of the machine");

  /** 0 if every output equals the baseline's bit for bit, 1 if they agree within the tolerance. */
  public static final Metric DETERMINISM =
      new Metric("determinism", "class", Direction.LOWER, Role.INFORMATIVE, "determinism class");

  /** What is measured of every bench without its printing it. */
  public static final List<Metric> MEASURED = List.of(PEAK_RSS, CPU_TIME, ENERGY, DETERMINISM);

  /** A metric with the standard floor. */
  public Metric(String name, String unit, Direction direction, Role role, String description) {
    this(name, unit, direction, role, description, null);
  }

  /** The share by which it may be worse before anybody cares. */
  public double floorOrStandard() {
    return floor == null ? STANDARD_FLOOR : floor;
  }

  /** Which way is better. */
  public enum Direction {
    LOWER,
    HIGHER
  }

  /** What a metric is for. */
  public enum Role {
    /** Improved by the campaign; exactly one metric of a pack. */
    OBJECTIVE,
    /** Must not get worse by more than its floor. */
    GUARD,
    /** Shown only. */
    INFORMATIVE
  }
}
