package dev.evolve.search.explain;

import dev.evolve.search.space.Parameter;
import dev.evolve.search.space.Point;
import dev.evolve.search.space.Space;
import java.util.ArrayList;
import java.util.List;

/**
 * An axis of the model: a parameter, or the position of one item of a permutation. Its values fall
 * into at most {@value #MOST_CELLS} cells, so that a set of cells is one long.
 */
final class Feature {

  static final int MOST_CELLS = 64;

  /** Neighbouring values of an ordered parameter share a cell beyond this many. */
  private static final int MOST_ORDERED = 32;

  private final Parameter parameter;
  private final int index;
  private final int item;
  private final int cells;
  private final long width;

  private Feature(Parameter parameter, int index, int item, int most) {
    this.parameter = parameter;
    this.index = index;
    this.item = item;
    long values = item < 0 ? parameter.size() : ((Parameter.Permutation) parameter).items().size();
    long wanted = parameter.isOrdered() ? Math.min(most, MOST_ORDERED) : most;
    this.width = parameter.isOrdered() ? (values + wanted - 1) / wanted : 1;
    this.cells = (int) Math.min(wanted, (values + width - 1) / width);
  }

  /** The axes of a space in the order of its parameters; parameters of one value have none. */
  static List<Feature> of(Space space) {
    return of(space, MOST_CELLS);
  }

  /** The axes with at most so many cells each. */
  static List<Feature> of(Space space, int most) {
    List<Feature> features = new ArrayList<>();
    for (int i = 0; i < space.parameters().size(); i++) {
      Parameter parameter = space.parameters().get(i);
      if (parameter instanceof Parameter.Permutation order && order.items().size() > 1) {
        for (int item = 0; item < order.items().size(); item++) {
          features.add(new Feature(order, i, item, MOST_CELLS));
        }
      } else if (parameter.size() > 1) {
        features.add(new Feature(parameter, i, -1, most));
      }
    }
    return features;
  }

  /** Which parameter of the space it belongs to. */
  int parameter() {
    return index;
  }

  /** The parameter's name; for an item of a permutation {@code name[item]}. */
  String name() {
    return parameter instanceof Parameter.Permutation order
        ? order.name() + "[" + order.items().get(item) + "]"
        : parameter.name();
  }

  int cells() {
    return cells;
  }

  boolean isOrdered() {
    return item >= 0 || parameter.isOrdered();
  }

  int cellOf(Point point) {
    long place = point.place(index);
    if (parameter instanceof Parameter.Permutation order) {
      return positionOf(item, order.order(place));
    }
    return (int) Math.min(place / width, cells - 1);
  }

  private static int positionOf(int item, int[] order) {
    for (int position = 0; position < order.length; position++) {
      if (order[position] == item) {
        return position;
      }
    }
    throw new IllegalArgumentException("an order without item " + item);
  }

  /** The values of a cell, for people. */
  String label(int cell) {
    if (item >= 0) {
      return "position " + (cell + 1);
    }
    if (parameter.isOrdered()) {
      String lowest = lowest(cell);
      String highest = highest(cell);
      return lowest.equals(highest) ? lowest : lowest + " to " + highest;
    }
    boolean isRest = cell == cells - 1 && parameter.size() > cells;
    return isRest ? "any other" : parameter.at(cell);
  }

  /** The smallest value of a cell. */
  String lowest(int cell) {
    return isWide() ? shortened(parameter.at(cell * width)) : single(cell);
  }

  /** The greatest value of a cell. */
  String highest(int cell) {
    return isWide()
        ? shortened(parameter.at(Math.min((cell + 1) * width, parameter.size()) - 1))
        : single(cell);
  }

  private boolean isWide() {
    return item < 0 && width > 1;
  }

  private String single(int cell) {
    return item < 0 && parameter.isOrdered() ? parameter.at(cell) : label(cell);
  }

  /** A number with few digits; any other text as it is. */
  private static String shortened(String text) {
    try {
      double value = Double.parseDouble(text);
      return value == Math.rint(value) && Math.abs(value) < 1e15
          ? Long.toString((long) value)
          : Numbers.brief(value);
    } catch (NumberFormatException e) {
      return text;
    }
  }
}
