package dev.evolve.gates.statistics.change;

import java.util.List;

/**
 * A history by levels.
 *
 * @param segments the levels, oldest first, without gaps
 * @param changes the places between them
 */
public record Segmentation(List<Segment> segments, List<ChangePoint> changes) {

  public Segmentation {
    segments = List.copyOf(segments);
    changes = List.copyOf(changes);
  }

  /** The level that holds at the end. */
  public Segment last() {
    return segments.getLast();
  }
}
