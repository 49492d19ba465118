package dev.evolve.app.views;

import dev.evolve.measure.Evaluation;
import dev.evolve.measure.SoakObservation;
import java.util.List;
import java.util.Locale;

/**
 * Memory of both arms over their soaks, for a chart.
 *
 * @param curves one for each arm and pace
 */
public record SoakCurves(List<Curve> curves) {

  private static final double SECONDS = 3600;
  private static final double MIB = 1024 * 1024;

  public SoakCurves {
    curves = List.copyOf(curves);
  }

  /**
   * One arm.
   *
   * @param arm the arm
   * @param pace how many times faster than pace 1 it worked
   * @param status how it ended
   * @param points hours since its start and MiB that it held
   */
  public record Curve(String arm, double pace, String status, List<List<Double>> points) {
    public Curve {
      points = List.copyOf(points);
    }

    /** What the curve shows, in words. */
    public String caption() {
      return points.isEmpty()
          ? arm + ": no sample, " + status
          : String.format(
              Locale.ROOT,
              "%s: %.1f MiB at first, %.1f MiB after %.2f h, %s",
              arm,
              points.getFirst().getLast(),
              points.getLast().getLast(),
              points.getLast().getFirst(),
              status);
    }
  }

  /** The soaks of a proposal's confirmation; none if it had none. */
  public static SoakCurves of(ProposalDetail detail) {
    Evaluation confirmation = detail.confirmation();
    return of(confirmation == null ? List.of() : confirmation.soaksIfAny());
  }

  /** Of what was observed. */
  static SoakCurves of(List<SoakObservation> soaks) {
    return new SoakCurves(soaks.stream().map(SoakCurves::curve).toList());
  }

  private static Curve curve(SoakObservation soak) {
    return new Curve(
        soak.arm().name().toLowerCase(Locale.ROOT),
        soak.pace(),
        soak.status().name().toLowerCase(Locale.ROOT).replace('_', ' '),
        soak.samples().stream()
            .map(it -> List.of(it.atSeconds() / SECONDS, it.memoryBytes() / MIB))
            .toList());
  }
}
