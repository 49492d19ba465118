package dev.evolve.search.space;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ListedSpaceTest {

  private static final List<Parameter> PARAMETERS =
      List.of(
          KernelSpaces.numbers("a", 1, 2, 4),
          KernelSpaces.numbers("b", 7),
          new Parameter.Permutation("o", List.of("x", "y", "z")));

  private final ListedSpace space =
      new ListedSpace(PARAMETERS, List.of(Point.of(2, 0, 5), Point.of(0, 0, 1), Point.of(1, 0, 1)));

  @Test
  void rowsKeepTheOrderOfTheList() {
    FeasibleSet listed = space.listed().orElseThrow();

    assertThat(listed.points())
        .containsExactly(Point.of(2, 0, 5), Point.of(0, 0, 1), Point.of(1, 0, 1));
    assertThat(listed.rowOf(Point.of(1, 0, 1))).isEqualTo(2);
    assertThat(listed.rowOf(Point.of(1, 0, 2))).isEqualTo(-1);
    assertThat(listed.rowOf(Point.of(1, 0))).isEqualTo(-1);
    assertThat(listed.rowOf(Point.of(1, 9, 1))).isEqualTo(-1);
    assertThat(listed.place(0, 2)).isEqualTo(5);
    assertThatThrownBy(() -> listed.at(3)).isInstanceOf(IndexOutOfBoundsException.class);
  }

  @Test
  void aPointIsListedOnce() {
    assertThatThrownBy(
            () -> new FeasibleSet(List.of(Point.of(1, 2), Point.of(0, 2), Point.of(1, 2))))
        .hasMessage("[1, 2] is listed twice");
  }

  @Test
  void movesStayInTheList() {
    assertThat(space.neighbours(Point.of(0, 0, 1), Neighbourhood.STEP))
        .containsExactly(Point.of(1, 0, 1));
    assertThat(space.repair(Point.of(2, 0, 4), new SplittableRandom(1)))
        .hasValue(Point.of(2, 0, 5));
    assertThat(space.draw(new SplittableRandom(1))).isPresent();
  }

  @Test
  void anEmptyListHasNoMoves() {
    ListedSpace empty = new ListedSpace(PARAMETERS, List.of());

    assertThat(empty.draw(new SplittableRandom(1))).isEmpty();
    assertThat(empty.repair(Point.of(0, 0, 0), new SplittableRandom(1))).isEmpty();
    assertThat(empty.neighbours(Point.of(0, 0, 0), Neighbourhood.HAMMING)).isEmpty();
  }

  @Test
  void wideRowsTakeSeveralWords() {
    List<Point> points =
        List.of(
            Point.of(1L << 60, 5, 1L << 61, 3),
            Point.of(1L << 60, 4, 0, 3),
            Point.of(0, 7, 1L << 61, 3));
    FeasibleSet listed = new FeasibleSet(points);

    assertThat(listed.points()).isEqualTo(points);
    for (Point point : points) {
      assertThat(listed.points()).element(listed.rowOf(point)).isEqualTo(point);
    }
  }
}
