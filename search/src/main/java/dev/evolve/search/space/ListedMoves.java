package dev.evolve.search.space;

import java.util.AbstractList;
import java.util.List;
import java.util.Optional;
import java.util.RandomAccess;
import java.util.random.RandomGenerator;

/** Draws, repairs and neighbourhoods among listed points. Immutable. */
final class ListedMoves {

  /** Most neighbours of a point. */
  static final int MOST_NEIGHBOURS = 16_384;

  private final List<Parameter> parameters;
  private final FeasibleSet listed;

  ListedMoves(List<Parameter> parameters, FeasibleSet listed) {
    this.parameters = parameters;
    this.listed = listed;
  }

  Optional<Point> draw(RandomGenerator random) {
    return listed.size() == 0
        ? Optional.empty()
        : Optional.of(listed.at(random.nextInt(listed.size())));
  }

  Optional<Point> repair(Point wanted, RandomGenerator random) {
    if (listed.size() == 0) {
      return Optional.empty();
    }
    int row = TrieSearch.nearest(listed.trie(), parameters, wanted, random);
    return Optional.of(listed.at(row));
  }

  List<Point> neighbours(Point point, Neighbourhood neighbourhood) {
    if (listed.size() == 0) {
      return List.of();
    }
    return new Rows(
        listed,
        TrieSearch.around(listed.trie(), parameters, point, neighbourhood, MOST_NEIGHBOURS));
  }

  /** Points of some rows, made when they are asked for. */
  private static final class Rows extends AbstractList<Point> implements RandomAccess {
    private final FeasibleSet listed;
    private final int[] rows;

    Rows(FeasibleSet listed, int[] rows) {
      this.listed = listed;
      this.rows = rows;
    }

    @Override
    public Point get(int index) {
      return listed.at(rows[index]);
    }

    @Override
    public int size() {
      return rows.length;
    }
  }
}
