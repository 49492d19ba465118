package dev.evolve.search.model;

import dev.evolve.search.space.Parameter;
import dev.evolve.search.space.Space;
import java.util.ArrayList;
import java.util.List;

/**
 * The columns that a model may split on. Beside each parameter's own scale there are the two things
 * on which the speed of code hangs again and again: products and quotients of two parameters
 * (threads a block, elements a thread), and how often a number or a product can be halved
 * (alignment, whole warps, whole cache lines).
 */
final class Columns {

  /** Above so many parameters there are no columns of pairs: they grow with the square. */
  static final int MOST_PAIRED = 16;

  private static final int MOST_CATEGORIES = 16;

  private Columns() {}

  /** A number for every point. */
  @FunctionalInterface
  interface Column {
    double of(long[] places);
  }

  static List<Column> of(Space space) {
    List<Column> columns = new ArrayList<>();
    List<Column> scales = new ArrayList<>();
    List<Column> halvings = new ArrayList<>();
    for (int i = 0; i < space.parameters().size(); i++) {
      Parameter parameter = space.parameters().get(i);
      if (parameter.size() < 2) {
        continue;
      }
      switch (parameter) {
        case Parameter.Categorical categorical -> addCategories(categorical, i, columns);
        case Parameter.Permutation order -> addPositions(order, i, columns);
        case Parameter.Whole whole -> addNumbers(Numbers.of(whole), i, scales, halvings);
        case Parameter.Ordinal ordinal -> addNumbers(Numbers.of(ordinal), i, scales, halvings);
        case Parameter.Real real -> addNumbers(Numbers.of(real), i, scales, halvings);
        case Parameter.Bool ignored -> scales.add(place(i));
      }
    }
    columns.addAll(scales);
    columns.addAll(halvings);
    if (scales.size() <= MOST_PAIRED) {
      addPairs(scales, columns, true);
      addPairs(halvings, columns, false);
    }
    return columns;
  }

  private static Column place(int parameter) {
    return places -> places[parameter];
  }

  private static void addCategories(
      Parameter.Categorical parameter, int index, List<Column> columns) {
    for (int value = 0; value < Math.min(parameter.size(), MOST_CATEGORIES); value++) {
      int wanted = value;
      columns.add(places -> places[index] == wanted ? 1 : 0);
    }
  }

  private static void addPositions(Parameter.Permutation order, int index, List<Column> columns) {
    for (int item = 0; item < order.items().size(); item++) {
      int wanted = item;
      columns.add(
          places -> {
            int[] at = order.order(places[index]);
            int position = 0;
            while (at[position] != wanted) {
              position++;
            }
            return position;
          });
    }
  }

  private static void addNumbers(
      Numbers numbers, int index, List<Column> scales, List<Column> halvings) {
    scales.add(places -> numbers.scaled(places[index]));
    if (numbers.areWhole()) {
      halvings.add(places -> numbers.halvings(places[index]));
    }
  }

  private static void addPairs(List<Column> singles, List<Column> columns, boolean withQuotients) {
    for (int i = 0; i < singles.size(); i++) {
      for (int j = i + 1; j < singles.size(); j++) {
        Column one = singles.get(i);
        Column other = singles.get(j);
        columns.add(places -> one.of(places) + other.of(places));
        if (withQuotients) {
          columns.add(places -> one.of(places) - other.of(places));
        }
      }
    }
  }
}
