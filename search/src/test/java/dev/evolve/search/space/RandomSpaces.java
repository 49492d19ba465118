package dev.evolve.search.space;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/** Small random spaces with parameters of all kinds and random constraints, for property tests. */
final class RandomSpaces {

  static final List<Parameter> PARAMETERS =
      List.of(
          KernelSpaces.numbers("a", IntStream.rangeClosed(1, 6)),
          new Parameter.Whole("b", -3, 9, 3),
          new Parameter.Ordinal("r", List.of("0.5", "1.5", "2.0", "8")),
          new Parameter.Categorical("c", List.of("x", "y", "z")),
          new Parameter.Bool("f"),
          new Parameter.Permutation("o", List.of("p", "q", "s")),
          new Parameter.Ordinal("u", List.of("4", "1", "9223372036854775807", "-7")));

  private final RandomGenerator random;

  RandomSpaces(RandomGenerator random) {
    this.random = random;
  }

  SpaceDefinition space() {
    List<String> constraints = new ArrayList<>();
    for (int i = random.nextInt(1, 4); i > 0; i--) {
      constraints.add(truth(random.nextInt(1, 4)));
    }
    return SpaceDefinition.of("random", PARAMETERS, constraints);
  }

  /** An expression that is true or false. */
  String truth(int depth) {
    if (depth == 0) {
      return one(
          "f", "true", "false", "(c == 'x')", "(c != 'y')", "(c in ['x', 'z'])", "(f == true)");
    }
    return switch (random.nextInt(12)) {
      case 0, 1 -> "(" + truth(depth - 1) + " && " + truth(depth - 1) + ")";
      case 2, 3 -> "(" + truth(depth - 1) + " || " + truth(depth - 1) + ")";
      case 4 -> "!(" + truth(depth - 1) + ")";
      case 5 -> "(" + truth(depth - 1) + " ? " + truth(depth - 1) + " : " + truth(depth - 1) + ")";
      case 6 -> "(" + whole(depth - 1) + " in [1, 2, 6, " + whole(0) + "])";
      case 7 -> "(" + real(depth - 1) + relation() + real(depth - 1) + ")";
      case 8 -> "(" + truth(depth - 1) + " == " + truth(depth - 1) + ")";
      case 9 -> one("(o[0] == 'p')", "('q' in o)", "c.startsWith('x')", "(c + 'x' == 'yx')");
      default -> "(" + whole(depth - 1) + relation() + whole(depth - 1) + ")";
    };
  }

  private String relation() {
    return one(" < ", " <= ", " > ", " >= ", " == ", " != ");
  }

  String whole(int depth) {
    if (depth == 0) {
      return one("a", "b", "u", "a", "b", "0", "2", "5", "-1", "position(o, 'q')");
    }
    return switch (random.nextInt(8)) {
      case 0 -> "(" + whole(depth - 1) + " + " + whole(depth - 1) + ")";
      case 1 -> "(" + whole(depth - 1) + " - " + whole(depth - 1) + ")";
      case 2, 3 -> "(" + whole(depth - 1) + " * " + whole(depth - 1) + ")";
      case 4 -> "(" + whole(depth - 1) + " / " + whole(depth - 1) + ")";
      case 5 -> "(" + whole(depth - 1) + " % " + whole(depth - 1) + ")";
      case 6 -> "-(" + whole(depth - 1) + ")";
      default -> "(" + truth(depth - 1) + " ? " + whole(depth - 1) + " : " + whole(depth - 1) + ")";
    };
  }

  private String real(int depth) {
    if (depth == 0) {
      return one("r", "0.0", "1.5", "-2.5", "double(a)", "double(u)");
    }
    return switch (random.nextInt(6)) {
      case 0 -> "(" + real(depth - 1) + " + " + real(depth - 1) + ")";
      case 1 -> "(" + real(depth - 1) + " - " + real(depth - 1) + ")";
      case 2 -> "(" + real(depth - 1) + " * " + real(depth - 1) + ")";
      case 3 -> "(" + real(depth - 1) + " / " + real(depth - 1) + ")";
      case 4 -> "-(" + real(depth - 1) + ")";
      default -> "(" + truth(depth - 1) + " ? " + real(depth - 1) + " : " + real(depth - 1) + ")";
    };
  }

  private String one(String... texts) {
    return texts[random.nextInt(texts.length)];
  }

  /** Every combination of places. */
  static List<Point> product(List<Parameter> parameters) {
    List<Point> points = new ArrayList<>(List.of(Point.of(new long[parameters.size()])));
    for (int i = 0; i < parameters.size(); i++) {
      List<Point> more = new ArrayList<>();
      for (Point point : points) {
        for (long place = 0; place < parameters.get(i).size(); place++) {
          more.add(point.with(i, place));
        }
      }
      points = more;
    }
    return points;
  }
}
