package dev.evolve.search.format;

import dev.evolve.search.format.PythonExpression.Arithmetic;
import dev.evolve.search.format.PythonExpression.Call;
import dev.evolve.search.format.PythonExpression.Comparison;
import dev.evolve.search.format.PythonExpression.Comprehension;
import dev.evolve.search.format.PythonExpression.Conditional;
import dev.evolve.search.format.PythonExpression.Constant;
import dev.evolve.search.format.PythonExpression.Failure;
import dev.evolve.search.format.PythonExpression.Items;
import dev.evolve.search.format.PythonExpression.Junction;
import dev.evolve.search.format.PythonExpression.Name;
import dev.evolve.search.format.PythonExpression.Negative;
import dev.evolve.search.format.PythonExpression.Not;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Evaluates constant expressions of Python, such as the values of a parameter written as a list
 * comprehension. Values are {@link Long}, {@link Double}, {@link Boolean}, {@link String} and lists
 * of them; work and sizes are bounded.
 */
final class PythonEvaluator {

  private static final int STEPS = 1_000_000;
  private static final int LONGEST = 100_000;

  private final Map<String, Object> names;
  private int steps;

  PythonEvaluator(Map<String, Object> names) {
    this.names = new HashMap<>(names);
  }

  /** The value of an expression. */
  Object value(PythonExpression expression) throws Failure {
    if (++steps > STEPS) {
      throw new Failure(expression.at(), "the expression takes more than " + STEPS + " steps");
    }
    return switch (expression) {
      case Constant constant -> constant.value();
      case Name name -> named(name);
      case Negative negative -> negative(negative);
      case Not not -> !isTrue(value(not.operand()));
      case Arithmetic arithmetic ->
          arithmetic(arithmetic, value(arithmetic.left()), value(arithmetic.right()));
      case Junction junction -> junction(junction);
      case Comparison comparison -> comparison(comparison);
      case Conditional conditional ->
          value(
              isTrue(value(conditional.condition()))
                  ? conditional.then()
                  : conditional.otherwise());
      case Call call -> call(call);
      case Items items -> values(items.items());
      case Comprehension comprehension -> comprehension(comprehension);
    };
  }

  /** The list an expression gives. */
  List<Object> list(PythonExpression expression) throws Failure {
    if (value(expression) instanceof List<?> list) {
      return new ArrayList<>(list);
    }
    throw new Failure(expression.at(), "wanted a list");
  }

  private Object named(Name name) throws Failure {
    Object value = names.get(name.name());
    if (value == null) {
      throw new Failure(name.at(), "'" + name.name() + "' is not known here");
    }
    return value;
  }

  private Object negative(Negative negative) throws Failure {
    Object operand = value(negative.operand());
    if (operand instanceof Double number) {
      return -number;
    }
    return exact(negative.at(), () -> Math.negateExact(whole(negative.operand(), operand)));
  }

  private Object junction(Junction junction) throws Failure {
    Object last = junction.isAnd();
    for (PythonExpression operand : junction.operands()) {
      last = value(operand);
      if (isTrue(last) != junction.isAnd()) {
        return last;
      }
    }
    return last;
  }

  static boolean isTrue(Object value) {
    return switch (value) {
      case Boolean truth -> truth;
      case Long number -> number != 0;
      case Double number -> number != 0;
      case String text -> !text.isEmpty();
      case List<?> list -> !list.isEmpty();
      default -> true;
    };
  }

  private Object comparison(Comparison comparison) throws Failure {
    Object left = value(comparison.operands().getFirst());
    for (int i = 0; i < comparison.operators().size(); i++) {
      Object right = value(comparison.operands().get(i + 1));
      if (!holds(comparison, left, comparison.operators().get(i), right)) {
        return false;
      }
      left = right;
    }
    return true;
  }

  private static boolean holds(Comparison at, Object left, String operator, Object right)
      throws Failure {
    return switch (operator) {
      case "==" -> isEqual(left, right);
      case "!=" -> !isEqual(left, right);
      case "in" -> isIn(at, left, right);
      case "not in" -> !isIn(at, left, right);
      case "<" -> order(at, left, right) < 0;
      case "<=" -> order(at, left, right) <= 0;
      case ">" -> order(at, left, right) > 0;
      default -> order(at, left, right) >= 0;
    };
  }

  static boolean isEqual(Object left, Object right) {
    return isNumber(left) && isNumber(right) ? real(left) == real(right) : left.equals(right);
  }

  private static boolean isIn(Comparison at, Object left, Object right) throws Failure {
    if (right instanceof List<?> list) {
      return list.stream().anyMatch(item -> isEqual(left, item));
    }
    throw new Failure(at.at(), "wanted a list after 'in'");
  }

  private static int order(Comparison at, Object left, Object right) throws Failure {
    if (isNumber(left) && isNumber(right)) {
      return Double.compare(real(left), real(right));
    }
    if (left instanceof String one && right instanceof String other) {
      return one.compareTo(other);
    }
    throw new Failure(at.at(), "these cannot be put in order");
  }

  private Object arithmetic(Arithmetic at, Object left, Object right) throws Failure {
    if (left instanceof List<?> one && right instanceof List<?> other && is(at, "+")) {
      List<Object> joined = new ArrayList<>(one);
      joined.addAll(other);
      return bounded(at.at(), joined);
    }
    if (!isNumber(left) || !isNumber(right)) {
      throw new Failure(at.at(), "wanted numbers on both sides of " + at.operator());
    }
    boolean isReal = left instanceof Double || right instanceof Double || is(at, "/");
    return isReal || (is(at, "**") && real(right) < 0)
        ? finite(at, PythonNumbers.real(at, real(left), real(right)))
        : exact(
            at.at(),
            () -> PythonNumbers.whole(at, whole(at.left(), left), whole(at.right(), right)));
  }

  private static boolean is(Arithmetic at, String operator) {
    return at.operator().equals(operator);
  }

  private static Double finite(Arithmetic at, double value) throws Failure {
    if (!Double.isFinite(value)) {
      throw new Failure(at.at(), "the result is not finite");
    }
    return value;
  }

  private static Object exact(int at, PythonNumbers.Exact exact) throws Failure {
    try {
      return exact.value();
    } catch (ArithmeticException e) {
      throw new Failure(at, "the result does not fit into 64 bits");
    }
  }

  private Object call(Call call) throws Failure {
    List<Object> arguments = values(call.arguments());
    return switch (call.function()) {
      case "range" -> range(call, arguments);
      case "list" -> list(call.arguments().isEmpty() ? call : call.arguments().getFirst());
      case "int" -> (long) real(number(call, arguments));
      case "float" -> real(number(call, arguments));
      case "abs" -> absolute(number(call, arguments));
      case "min" -> extreme(call, arguments, -1);
      case "max" -> extreme(call, arguments, 1);
      default -> throw new Failure(call.at(), "'" + call.function() + "' is not known here");
    };
  }

  private static Object absolute(Object number) {
    return number instanceof Double real
        ? (Object) Math.abs(real)
        : (Object) Math.abs((Long) number);
  }

  private static Object number(Call call, List<Object> arguments) throws Failure {
    if (arguments.size() != 1 || !isNumber(arguments.getFirst())) {
      throw new Failure(call.at(), "wanted one number for " + call.function());
    }
    Object number = arguments.getFirst();
    return number instanceof Boolean truth ? (Object) (truth ? 1L : 0L) : number;
  }

  private static Object extreme(Call call, List<Object> arguments, int sign) throws Failure {
    List<?> all =
        arguments.size() == 1 && arguments.getFirst() instanceof List<?> list ? list : arguments;
    if (all.isEmpty() || !all.stream().allMatch(PythonEvaluator::isNumber)) {
      throw new Failure(call.at(), "wanted numbers for " + call.function());
    }
    Object best = all.getFirst();
    for (Object item : all) {
      best = sign * Double.compare(real(item), real(best)) > 0 ? item : best;
    }
    return best;
  }

  private List<Object> range(Call call, List<Object> arguments) throws Failure {
    if (arguments.isEmpty() || arguments.size() > 3) {
      throw new Failure(call.at(), "range wants one to three whole numbers");
    }
    long[] bounds = new long[arguments.size()];
    for (int i = 0; i < bounds.length; i++) {
      bounds[i] = whole(call.arguments().get(i), arguments.get(i));
    }
    long start = bounds.length == 1 ? 0 : bounds[0];
    long stop = bounds.length == 1 ? bounds[0] : bounds[1];
    long step = bounds.length == 3 ? bounds[2] : 1;
    if (step == 0) {
      throw new Failure(call.at(), "the step of range is 0");
    }
    List<Object> all = new ArrayList<>();
    for (long i = start; step > 0 ? i < stop : i > stop; i += step) {
      all.add(i);
      bounded(call.at(), all);
    }
    return all;
  }

  private List<Object> comprehension(Comprehension comprehension) throws Failure {
    List<Object> all = new ArrayList<>();
    Object hidden = names.get(comprehension.variable());
    for (Object item : list(comprehension.source())) {
      names.put(comprehension.variable(), item);
      boolean isWanted = true;
      for (PythonExpression condition : comprehension.conditions()) {
        isWanted &= isTrue(value(condition));
      }
      if (isWanted) {
        all.add(value(comprehension.element()));
      }
    }
    if (hidden == null) {
      names.remove(comprehension.variable());
    } else {
      names.put(comprehension.variable(), hidden);
    }
    return bounded(comprehension.at(), all);
  }

  private static List<Object> bounded(int at, List<Object> list) throws Failure {
    if (list.size() > LONGEST) {
      throw new Failure(at, "the list has more than " + LONGEST + " items");
    }
    return list;
  }

  private List<Object> values(List<PythonExpression> expressions) throws Failure {
    List<Object> all = new ArrayList<>();
    for (PythonExpression expression : expressions) {
      all.add(value(expression));
    }
    return all;
  }

  private static long whole(PythonExpression at, Object value) throws Failure {
    return switch (value) {
      case Long number -> number;
      case Boolean truth -> truth ? 1 : 0;
      default -> throw new Failure(at.at(), "wanted a whole number");
    };
  }

  static boolean isNumber(Object value) {
    return value instanceof Long || value instanceof Double || value instanceof Boolean;
  }

  static double real(Object value) {
    return switch (value) {
      case Long number -> (double) number;
      case Double number -> number;
      case Boolean truth -> truth ? 1 : 0;
      default -> Double.NaN;
    };
  }
}
