package dev.evolve.search.process;

import dev.evolve.search.space.Point;
import dev.evolve.search.space.Space;
import java.util.ArrayList;
import java.util.List;

/** Turns points into what the process sees of them. */
final class Landmarks {

  private final List<Axis> axes = new ArrayList<>();
  private final List<Integer> parameters = new ArrayList<>();
  private final Guide guide;

  Landmarks(Space space, Guide guide) {
    this.guide = guide;
    for (int i = 0; i < space.parameters().size(); i++) {
      Axis axis = new Axis(space.parameters().get(i));
      if (axis.isOpen()) {
        axes.add(axis);
        parameters.add(i);
      }
    }
  }

  List<Axis> axes() {
    return axes;
  }

  Guide guide() {
    return guide;
  }

  int features() {
    return guide.sources().size();
  }

  Located locate(Point point) {
    int[] codes = new int[axes.size()];
    for (int d = 0; d < codes.length; d++) {
      codes[d] = axes.get(d).code(point.place(parameters.get(d)));
    }
    double[] features = new double[guide.sources().size()];
    for (int f = 0; f < features.length; f++) {
      features[f] = guide.feature(f, point);
    }
    return new Located(codes, features);
  }
}
