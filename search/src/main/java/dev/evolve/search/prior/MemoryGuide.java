package dev.evolve.search.prior;

import dev.evolve.search.process.Guide;
import dev.evolve.search.space.Point;
import java.util.List;

/** Recollections as a guide of the process. */
record MemoryGuide(List<Recollection> recollections) implements Guide {

  @Override
  public List<String> sources() {
    return recollections.stream().map(recollection -> recollection.source().name()).toList();
  }

  @Override
  public double belief(int source) {
    return recollections.get(source).belief();
  }

  @Override
  public double feature(int source, Point point) {
    return recollections.get(source).of(point);
  }
}
