package dev.evolve.search.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.evolve.search.space.ListedSpace;
import dev.evolve.search.space.Parameter;
import dev.evolve.search.space.Point;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FeaturesTest {

  private static ListedSpace product(List<Parameter> parameters) {
    List<Point> points = new ArrayList<>(List.of(Point.of(new long[parameters.size()])));
    for (int i = 0; i < parameters.size(); i++) {
      List<Point> longer = new ArrayList<>();
      for (Point point : points) {
        for (long place = 0; place < parameters.get(i).size(); place++) {
          longer.add(point.with(i, place));
        }
      }
      points = longer;
    }
    return new ListedSpace(parameters, points);
  }

  private static byte[] encoded(Features features, Point point) {
    byte[] bins = new byte[features.size()];
    features.encode(point, bins, 0);
    return bins;
  }

  @Test
  void everyPointOfASmallSpaceLooksDifferent() {
    ListedSpace space =
        product(
            List.of(
                new Parameter.Ordinal("block", List.of("16", "32", "48", "64")),
                new Parameter.Bool("padding"),
                new Parameter.Categorical("layout", List.of("row", "column", "tiled")),
                new Parameter.Permutation("passes", List.of("a", "b", "c"))));
    List<Point> points = space.listed().orElseThrow().points();
    Features features = new Features(space, points);
    Set<List<Byte>> seen = new HashSet<>();
    for (Point point : points) {
      List<Byte> bins = new ArrayList<>();
      for (byte bin : encoded(features, point)) {
        bins.add(bin);
      }
      assertTrue(seen.add(bins), "a second point looks like " + point);
    }
  }

  @Test
  void productsAndHalvingsAreColumns() {
    ListedSpace space =
        product(
            List.of(
                new Parameter.Ordinal("x", List.of("16", "32", "48")),
                new Parameter.Ordinal("y", List.of("1", "2", "4"))));
    Features features = new Features(space, space.listed().orElseThrow().points());
    byte[] wide = encoded(features, Point.of(1, 0));
    byte[] square = encoded(features, Point.of(0, 1));
    int equal = 0;
    for (int i = 0; i < wide.length; i++) {
      equal += wide[i] == square[i] ? 1 : 0;
    }
    assertTrue(equal >= 2, "32 x 1 and 16 x 2 have the same product, and it halves as often");
  }

  @Test
  void parametersOfOneValueAreNoColumns() {
    ListedSpace space =
        product(
            List.of(
                new Parameter.Ordinal("fixed", List.of("15")),
                new Parameter.Whole("free", 0, 9, 1)));
    Features one = new Features(space, space.listed().orElseThrow().points());
    Features other =
        new Features(
            product(List.of(new Parameter.Whole("free", 0, 9, 1))),
            product(List.of(new Parameter.Whole("free", 0, 9, 1))).listed().orElseThrow().points());
    assertEquals(other.size(), one.size());
  }

  @Test
  void binsKeepTheOrderOfLongScales() {
    ListedSpace space = product(List.of(new Parameter.Real("rate", 1e-4, 1, true)));
    Features features = new Features(space, space.listed().orElseThrow().points());
    int last = 0;
    for (Point point : space.listed().orElseThrow().points()) {
      int bin = encoded(features, point)[0] & 0xff;
      assertTrue(bin >= last);
      last = bin;
    }
    assertTrue(last > 200);
  }
}
