package dev.evolve.search.format;

import dev.evolve.search.format.CelTerm.Type;
import dev.evolve.search.format.CelValue.Fraction;
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
import java.util.Optional;

/**
 * Translates a restriction written in Python into a constraint in CEL that holds for the same
 * configurations. A parameter of one value is a constant.
 */
final class PythonToCel {

  private static final int LONGEST_POWER = 16;
  private static final int MOST_CHOICES = 64;

  private final Map<String, List<Literal>> parameters;
  private final Map<String, Object> constants = new HashMap<>();

  PythonToCel(Map<String, List<Literal>> parameters) {
    this.parameters = parameters;
    parameters.forEach(
        (name, values) -> {
          if (values.size() == 1) {
            constants.put(name, object(values.getFirst()));
          }
        });
  }

  /** A value as the evaluator has it. */
  static Object object(Literal literal) {
    return switch (literal.kind()) {
      case INTEGER -> Long.valueOf(literal.text());
      case REAL -> literal.number();
      case BOOLEAN -> Boolean.valueOf(literal.text());
      case TEXT -> literal.text();
    };
  }

  /** The constraint that a restriction becomes. */
  String constraint(String python) throws Failure {
    return truth(value(PythonParser.parse(python))).text();
  }

  private CelValue value(PythonExpression expression) throws Failure {
    Optional<Object> constant = constant(expression);
    if (constant.isPresent()) {
      return constant(expression, constant.get());
    }
    return switch (expression) {
      case Constant written -> constant(written, written.value());
      case Name name -> parameter(name);
      case Negative negative ->
          CelArithmetic.of(negative.at(), "-", CelTerm.whole(0), number(negative.operand()));
      case Not not -> {
        String operand = truth(value(not.operand())).in(CelTerm.SIGN);
        yield CelTerm.truth("!" + operand, CelTerm.SIGN);
      }
      case Arithmetic arithmetic -> arithmetic(arithmetic);
      case Junction junction -> junction(junction);
      case Comparison comparison -> new CelComparison(this).of(comparison);
      case Conditional conditional ->
          choice(
              conditional.at(),
              truth(value(conditional.condition())),
              value(conditional.then()),
              value(conditional.otherwise()));
      case Call call -> call(call);
      case Items items -> throw new Failure(items.at(), "a list stands only after 'in'");
      case Comprehension list -> throw new Failure(list.at(), "a list stands only after 'in'");
    };
  }

  /** The value, where it depends on no parameter of several values. */
  Optional<Object> constant(PythonExpression expression) {
    try {
      return Optional.of(new PythonEvaluator(constants).value(expression));
    } catch (Failure e) {
      // It has parameters in it, or is wrong; the translation says where.
      return Optional.empty();
    }
  }

  /** A constant in CEL. */
  CelTerm constant(PythonExpression at, Object value) throws Failure {
    return switch (value) {
      case Long number -> CelTerm.whole(number);
      case Double number ->
          number == Math.rint(number) && Math.abs(number) < 1L << 53
              ? CelTerm.whole((long) (double) number)
              : CelTerm.real(Double.toString(number), number < 0 ? CelTerm.SIGN : CelTerm.ATOM);
      case Boolean truth -> CelTerm.truth(truth.toString(), CelTerm.ATOM);
      case String text -> CelTerm.text(text);
      default -> throw new Failure(at.at(), "a list stands only after 'in'");
    };
  }

  private CelTerm parameter(Name name) throws Failure {
    List<Literal> values = parameters.get(name.name());
    if (values == null) {
      throw new Failure(name.at(), "'" + name.name() + "' is no parameter");
    }
    boolean isNumber = values.stream().allMatch(Literal::isNumber);
    if (isNumber) {
      boolean isReal = values.stream().anyMatch(value -> value.kind() == Literal.Kind.REAL);
      double low = values.stream().mapToDouble(Literal::number).min().orElseThrow();
      double high = values.stream().mapToDouble(Literal::number).max().orElseThrow();
      return new CelTerm(isReal ? Type.REAL : Type.WHOLE, name.name(), CelTerm.ATOM, low, high);
    }
    if (values.stream().allMatch(value -> value.kind() == Literal.Kind.BOOLEAN)) {
      return CelTerm.truth(name.name(), CelTerm.ATOM);
    }
    if (values.stream().allMatch(value -> value.kind() == Literal.Kind.TEXT)) {
      return new CelTerm(Type.TEXT, name.name(), CelTerm.ATOM, 0, 0);
    }
    throw new Failure(
        name.at(), "'" + name.name() + "' has values of several kinds and cannot be compared");
  }

  /** The number an expression gives; truth counts as 0 or 1. */
  CelValue number(PythonExpression expression) throws Failure {
    return number(expression, value(expression));
  }

  /** A value as a number. */
  CelValue number(PythonExpression at, CelValue value) throws Failure {
    if (value instanceof CelTerm term && term.type() == Type.TRUTH) {
      return CelTerm.whole(term.in(CelTerm.OR) + " ? 1 : 0", CelTerm.CHOICE, 0, 1);
    }
    if (value instanceof CelTerm term && term.type() == Type.TEXT) {
      throw new Failure(at.at(), "wanted a number, found the text " + term.text());
    }
    return value;
  }

  /** Whether Python takes a value for true. */
  static CelTerm truth(CelValue value) {
    CelTerm term = value instanceof Fraction fraction ? fraction.numerator() : (CelTerm) value;
    String compared = term.in(CelTerm.SUM) + " != ";
    return switch (term.type()) {
      case TRUTH -> term;
      case WHOLE -> CelTerm.truth(compared + "0", CelTerm.RELATION);
      case REAL -> CelTerm.truth(compared + "0.0", CelTerm.RELATION);
      case TEXT -> CelTerm.truth(compared + "\"\"", CelTerm.RELATION);
    };
  }

  private CelTerm junction(Junction junction) throws Failure {
    int rank = junction.isAnd() ? CelTerm.AND : CelTerm.OR;
    List<String> operands = new ArrayList<>();
    for (PythonExpression operand : junction.operands()) {
      operands.add(truth(value(operand)).in(rank));
    }
    return CelTerm.truth(String.join(junction.isAnd() ? " && " : " || ", operands), rank);
  }

  private CelValue arithmetic(Arithmetic arithmetic) throws Failure {
    if (arithmetic.operator().equals("**")) {
      return power(arithmetic);
    }
    return CelArithmetic.of(
        arithmetic.at(),
        arithmetic.operator(),
        number(arithmetic.left()),
        number(arithmetic.right()));
  }

  private CelValue power(Arithmetic power) throws Failure {
    Object exponent = constant(power.right()).orElse("");
    if (exponent instanceof Long times && times >= 0 && times <= LONGEST_POWER) {
      CelValue base = number(power.left());
      CelValue product = CelTerm.whole(1);
      for (long i = 0; i < times; i++) {
        product = CelArithmetic.of(power.at(), "*", product, base);
      }
      return product;
    }
    if (power.right() instanceof Name name && constant(power.left()).isPresent()) {
      return table(power, name);
    }
    throw new Failure(
        power.at(),
        "'**' is translated for exponents from 0 to "
            + LONGEST_POWER
            + ", or of a constant by a parameter");
  }

  /** A constant to the power of a parameter, as a choice among the parameter's values. */
  private CelValue table(Arithmetic power, Name name) throws Failure {
    List<Literal> values = parameters.getOrDefault(name.name(), List.of());
    if (values.isEmpty() || values.size() > MOST_CHOICES) {
      throw new Failure(power.at(), "'**' by '" + name.name() + "' cannot be translated");
    }
    CelTerm parameter = parameter(name);
    CelValue chosen = powerOf(power, name, values.getLast());
    for (Literal value : values.reversed().subList(1, values.size())) {
      CelTerm isValue = CelTerm.truth(parameter.text() + " == " + value.text(), CelTerm.RELATION);
      chosen = choice(power.at(), isValue, powerOf(power, name, value), chosen);
    }
    return chosen;
  }

  private CelTerm powerOf(Arithmetic power, Name name, Literal value) throws Failure {
    Map<String, Object> known = new HashMap<>(constants);
    known.put(name.name(), object(value));
    return constant(power, new PythonEvaluator(known).value(power));
  }

  /** One value or another; they are made the same type. */
  private CelTerm choice(int at, CelTerm condition, CelValue then, CelValue otherwise)
      throws Failure {
    boolean areTerms = then instanceof CelTerm && otherwise instanceof CelTerm;
    if (areTerms && ((CelTerm) then).type() == ((CelTerm) otherwise).type()) {
      return choice(condition, (CelTerm) then, (CelTerm) otherwise);
    }
    Constant place = new Constant(at, 0L);
    return choice(
        condition,
        CelArithmetic.real(number(place, then)),
        CelArithmetic.real(number(place, otherwise)));
  }

  private static CelTerm choice(CelTerm condition, CelTerm then, CelTerm otherwise) {
    return new CelTerm(
        then.type(),
        condition.in(CelTerm.OR)
            + " ? "
            + then.in(CelTerm.OR)
            + " : "
            + otherwise.in(CelTerm.CHOICE),
        CelTerm.CHOICE,
        Math.min(then.low(), otherwise.low()),
        Math.max(then.high(), otherwise.high()));
  }

  private CelValue call(Call call) throws Failure {
    return switch (call.function()) {
      case "min", "max" -> extreme(call);
      case "abs" -> {
        CelValue operand = number(only(call));
        CelValue negative = CelArithmetic.of(call.at(), "-", CelTerm.whole(0), operand);
        CelTerm isNegative = new CelComparison(this).of(call, operand, "<", CelTerm.whole(0));
        yield choice(call.at(), isNegative, negative, operand);
      }
      case "int" -> whole(call);
      case "float" -> CelArithmetic.real(number(only(call)));
      default ->
          throw new Failure(call.at(), "the function '" + call.function() + "' is not known");
    };
  }

  private static PythonExpression only(Call call) throws Failure {
    if (call.arguments().size() != 1) {
      throw new Failure(call.at(), call.function() + " wants one value");
    }
    return call.arguments().getFirst();
  }

  private CelValue whole(Call call) throws Failure {
    return switch (number(only(call))) {
      case Fraction fraction ->
          CelTerm.whole(
              fraction.numerator().in(CelTerm.PRODUCT)
                  + " / "
                  + fraction.denominator().in(CelTerm.SIGN),
              CelTerm.PRODUCT,
              Math.min(0, fraction.numerator().low()),
              Math.max(0, fraction.numerator().high()));
      case CelTerm term ->
          term.isWhole()
              ? term
              : CelTerm.whole(
                  "int(" + term.text() + ")",
                  CelTerm.ATOM,
                  Math.floor(term.low()),
                  Math.ceil(term.high()));
    };
  }

  private CelValue extreme(Call call) throws Failure {
    List<PythonExpression> arguments = call.arguments();
    if (arguments.size() == 1 && arguments.getFirst() instanceof Items items) {
      arguments = items.items();
    }
    if (arguments.isEmpty()) {
      throw new Failure(call.at(), call.function() + " wants values");
    }
    CelValue best = number(arguments.getFirst());
    String operator = call.function().equals("min") ? "<" : ">";
    for (PythonExpression argument : arguments.subList(1, arguments.size())) {
      CelValue other = number(argument);
      CelTerm isOther = new CelComparison(this).of(call, other, operator, best);
      best = choice(call.at(), isOther, other, best);
    }
    return best;
  }

  /** A part's value, for comparisons. */
  CelValue part(PythonExpression expression) throws Failure {
    return value(expression);
  }
}
