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
  private static final int BINS = 32;

  private final Parameter parameter;
  private final int index;
  private final int item;
  private final int cells;

  private Feature(Parameter parameter, int index, int item, int cells) {
    this.parameter = parameter;
    this.index = index;
    this.item = item;
    this.cells = cells;
  }

  /** The axes of a space in the order of its parameters; parameters of one value have none. */
  static List<Feature> of(Space space) {
    List<Feature> features = new ArrayList<>();
    for (int i = 0; i < space.parameters().size(); i++) {
      Parameter parameter = space.parameters().get(i);
      if (parameter instanceof Parameter.Permutation order && order.items().size() > 1) {
        for (int item = 0; item < order.items().size(); item++) {
          features.add(new Feature(order, i, item, order.items().size()));
        }
      } else if (parameter.size() > 1) {
        features.add(new Feature(parameter, i, -1, cells(parameter)));
      }
    }
    return features;
  }

  private static int cells(Parameter parameter) {
    if (parameter.size() <= MOST_CELLS) {
      return (int) parameter.size();
    }
    return parameter.isOrdered() ? BINS : MOST_CELLS;
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
    if (parameter.size() <= MOST_CELLS) {
      return (int) place;
    }
    return parameter.isOrdered() ? binOf(place) : (int) Math.min(place, MOST_CELLS - 1);
  }

  private static int positionOf(int item, int[] order) {
    for (int position = 0; position < order.length; position++) {
      if (order[position] == item) {
        return position;
      }
    }
    throw new IllegalArgumentException("an order without item " + item);
  }

  private int binOf(long place) {
    return (int) Math.min(BINS - 1, (long) (place / (double) parameter.size() * BINS));
  }

  /** The values of a cell, for people. */
  String label(int cell) {
    if (item >= 0) {
      return "position " + (cell + 1);
    }
    if (parameter.size() <= MOST_CELLS) {
      return parameter.at(cell);
    }
    if (!parameter.isOrdered()) {
      return cell < MOST_CELLS - 1 ? parameter.at(cell) : "any other";
    }
    return lowest(cell) + " to " + highest(cell);
  }

  /** The smallest value of a cell. */
  String lowest(int cell) {
    return isBinned() ? shortened(parameter.at(firstOf(cell))) : label(cell);
  }

  /** The greatest value of a cell. */
  String highest(int cell) {
    return isBinned() ? shortened(parameter.at(firstOf(cell + 1) - 1)) : label(cell);
  }

  private boolean isBinned() {
    return item < 0 && parameter.size() > MOST_CELLS && parameter.isOrdered();
  }

  private long firstOf(int cell) {
    long first = (long) Math.ceil(cell * (parameter.size() / (double) BINS));
    return Math.min(first, parameter.size());
  }

  private static String shortened(String number) {
    double value = Double.parseDouble(number);
    return value == Math.rint(value) && Math.abs(value) < 1e15
        ? Long.toString((long) value)
        : Numbers.brief(value);
  }
}
