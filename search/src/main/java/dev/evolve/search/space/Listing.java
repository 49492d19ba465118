package dev.evolve.search.space;

import java.math.BigInteger;
import java.util.List;
import java.util.Optional;

/** Multiplies the choices of components out into a list of all feasible points. */
final class Listing {

  private final List<Component> components;
  private final long[] places;
  private final PackedRows rows;

  private Listing(List<Component> components, long[] sizes) {
    this.components = components;
    this.places = new long[sizes.length];
    this.rows = new PackedRows(new PointPacking(sizes));
  }

  /** All points in ascending order of their places; empty if there are more than {@code most}. */
  static Optional<FeasibleSet> of(List<Component> components, long[] sizes, int most) {
    BigInteger product = BigInteger.ONE;
    for (Component component : components) {
      Optional<BigInteger> count = component.count();
      if (count.isEmpty()) {
        return Optional.empty();
      }
      product = product.multiply(count.get());
    }
    if (product.compareTo(BigInteger.valueOf(most)) > 0) {
      return Optional.empty();
    }
    Listing listing = new Listing(components, sizes);
    if (product.signum() > 0) {
      listing.multiply(0);
    }
    if (!listing.rows.isSorted()) {
      listing.rows.sort();
    }
    return Optional.of(new FeasibleSet(listing.rows));
  }

  private void multiply(int at) {
    if (at == components.size()) {
      rows.add(places);
      return;
    }
    switch (components.get(at)) {
      case Component.Free free -> {
        for (long place = free.low(); place <= free.high(); place++) {
          places[free.parameters()[0]] = place;
          multiply(at + 1);
        }
      }
      case Component.Listed listed -> {
        for (int row = 0; row < listed.choices().size(); row++) {
          listed.put(row, places);
          multiply(at + 1);
        }
      }
      case Component.Parted ignored ->
          throw new IllegalStateException("a component that was not counted cannot be listed");
    }
  }
}
