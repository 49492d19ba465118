package dev.evolve.search.space;

import java.util.List;

/**
 * One dimension of a space: finitely many values, each with a place from 0 to {@code size() - 1}
 * and a canonical text. Real parameters have a fine grid of places on their scale.
 */
public sealed interface Parameter
    permits Parameter.Whole,
        Parameter.Listed,
        Parameter.Real,
        Parameter.Bool,
        Parameter.Permutation {

  /** Name, unique in the space; an identifier, since expressions use it. */
  String name();

  /** How many values there are, at least 1. */
  long size();

  /** The canonical text of the value at a place. */
  String at(long place);

  /** The place of a value; -1 if it is none of them. */
  long placeOf(String value);

  /** True if neighbouring places are neighbouring values. */
  boolean isOrdered();

  /** The values, for people: {@code one of 4, 8, 16}. */
  String describe();

  /** Whole numbers from a minimum to a maximum by a step. */
  record Whole(String name, long minimum, long maximum, long step) implements Parameter {
    public Whole {
      if (step < 1 || maximum < minimum) {
        throw new IllegalArgumentException(
            name + ": wanted minimum <= maximum and a step of at least 1");
      }
      if (maximum - minimum < 0 || maximum - minimum == Long.MAX_VALUE) {
        throw new IllegalArgumentException(
            name + ": from " + minimum + " to " + maximum + " is more than can be counted");
      }
    }

    @Override
    public long size() {
      return (maximum - minimum) / step + 1;
    }

    @Override
    public String at(long place) {
      return Long.toString(minimum + place * step);
    }

    @Override
    public long placeOf(String value) {
      try {
        long number = Long.parseLong(value);
        boolean inside = number >= minimum && number <= maximum;
        boolean canonical = Long.toString(number).equals(value);
        return inside && canonical && (number - minimum) % step == 0
            ? (number - minimum) / step
            : -1;
      } catch (NumberFormatException e) {
        return -1;
      }
    }

    @Override
    public boolean isOrdered() {
      return true;
    }

    @Override
    public String describe() {
      return "from " + minimum + " to " + maximum + " by steps of " + step;
    }
  }

  /** Values that are listed, each under its place. */
  sealed interface Listed extends Parameter permits Ordinal, Categorical {

    /** The canonical texts, none twice. */
    List<String> values();

    @Override
    default long size() {
      return values().size();
    }

    @Override
    default String at(long place) {
      return values().get(Math.toIntExact(place));
    }

    @Override
    default long placeOf(String value) {
      return values().indexOf(value);
    }

    @Override
    default String describe() {
      return "one of " + String.join(", ", values());
    }
  }

  /** Numbers from an ascending list. */
  record Ordinal(String name, List<String> values) implements Listed {
    public Ordinal {
      values = listed(name, values);
    }

    @Override
    public boolean isOrdered() {
      return true;
    }
  }

  /**
   * Real numbers between two bounds, both included, on a grid of {@value #PLACES} places.
   *
   * @param isLog true if the places are evenly spread over the logarithm; the minimum is positive
   *     then
   */
  record Real(String name, double minimum, double maximum, boolean isLog) implements Parameter {
    /** Places on the scale. */
    public static final int PLACES = 4097;

    public Real {
      if (!(minimum < maximum) || (isLog && !(minimum > 0))) {
        throw new IllegalArgumentException(
            name + ": wanted minimum < maximum" + (isLog ? ", both positive" : ""));
      }
    }

    @Override
    public long size() {
      return PLACES;
    }

    @Override
    public String at(long place) {
      double share = place / (double) (PLACES - 1);
      double number =
          isLog
              ? minimum * Math.pow(maximum / minimum, share)
              : minimum + share * (maximum - minimum);
      return Double.toString(Math.clamp(number, minimum, maximum) + 0.0);
    }

    /** The place nearest to a value, so that a value between two places has one too. */
    @Override
    public long placeOf(String value) {
      try {
        double number = Double.parseDouble(value);
        if (!(number >= minimum && number <= maximum)) {
          return -1;
        }
        double share =
            isLog
                ? Math.log(number / minimum) / Math.log(maximum / minimum)
                : (number - minimum) / (maximum - minimum);
        return Math.round(share * (PLACES - 1));
      } catch (NumberFormatException e) {
        return -1;
      }
    }

    @Override
    public boolean isOrdered() {
      return true;
    }

    @Override
    public String describe() {
      return "between " + minimum + " and " + maximum;
    }
  }

  /** Texts without an order. */
  record Categorical(String name, List<String> values) implements Listed {
    public Categorical {
      values = listed(name, values);
    }

    @Override
    public boolean isOrdered() {
      return false;
    }
  }

  /** False or true. */
  record Bool(String name) implements Parameter {
    @Override
    public long size() {
      return 2;
    }

    @Override
    public String at(long place) {
      return place == 0 ? "false" : "true";
    }

    @Override
    public long placeOf(String value) {
      return List.of("false", "true").indexOf(value);
    }

    @Override
    public boolean isOrdered() {
      return false;
    }

    @Override
    public String describe() {
      return "one of false, true";
    }
  }

  /**
   * An order of items, such as compiler passes; the text is the items joined by commas, the place
   * the rank of the order in lexicographic order of the items' indexes (Lehmer code).
   */
  record Permutation(String name, List<String> items) implements Parameter {
    /** The most items; their orders are still counted by a long. */
    public static final int MOST_ITEMS = 20;

    public Permutation {
      items = listed(name, items);
      if (items.size() > MOST_ITEMS) {
        throw new IllegalArgumentException(
            name + ": " + items.size() + " items, at most " + MOST_ITEMS + " can be ordered");
      }
    }

    @Override
    public long size() {
      long orders = 1;
      for (int i = 2; i <= items.size(); i++) {
        orders *= i;
      }
      return orders;
    }

    @Override
    public String at(long place) {
      return String.join(",", java.util.Arrays.stream(order(place)).mapToObj(items::get).toList());
    }

    /** The indexes of the items in the order at a place. */
    public int[] order(long place) {
      int count = items.size();
      long rest = place;
      int[] digits = new int[count];
      for (int i = count - 1; i >= 0; i--) {
        digits[i] = (int) (rest % (count - i));
        rest /= count - i;
      }
      List<Integer> left = new java.util.ArrayList<>();
      for (int i = 0; i < count; i++) {
        left.add(i);
      }
      int[] order = new int[count];
      for (int i = 0; i < count; i++) {
        order[i] = left.remove(digits[i]);
      }
      return order;
    }

    /** Where an item, given by its index, stands in the order at a place; 0 is first. */
    public int positionOf(int item, long place) {
      long orders = size();
      long rest = place;
      int rank = item;
      for (int position = 0; position < items.size() - 1; position++) {
        orders /= items.size() - position;
        long digit = rest / orders;
        rest %= orders;
        if (digit == rank) {
          return position;
        }
        rank -= digit < rank ? 1 : 0;
      }
      return items.size() - 1;
    }

    /** The place of an order of the items' indexes. */
    public long placeOf(int[] order) {
      long place = 0;
      for (int i = 0; i < order.length; i++) {
        int smaller = 0;
        for (int j = i + 1; j < order.length; j++) {
          smaller += order[j] < order[i] ? 1 : 0;
        }
        place = place * (order.length - i) + smaller;
      }
      return place;
    }

    @Override
    public long placeOf(String value) {
      List<String> ordered = List.of(value.split(",", -1));
      if (ordered.size() != items.size() || ordered.stream().distinct().count() != items.size()) {
        return -1;
      }
      int[] order = ordered.stream().mapToInt(items::indexOf).toArray();
      return java.util.Arrays.stream(order).anyMatch(index -> index < 0) ? -1 : placeOf(order);
    }

    @Override
    public boolean isOrdered() {
      return false;
    }

    @Override
    public String describe() {
      return "an order of " + String.join(", ", items);
    }
  }

  private static List<String> listed(String name, List<String> values) {
    if (values.isEmpty() || values.stream().distinct().count() != values.size()) {
      throw new IllegalArgumentException(name + ": wanted at least one value, each only once");
    }
    return List.copyOf(values);
  }
}
