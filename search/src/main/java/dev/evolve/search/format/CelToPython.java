package dev.evolve.search.format;

import dev.evolve.search.format.CelTerm.Type;
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
import dev.evolve.search.space.Parameter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes a constraint of a space, which is in CEL, as a restriction in Python. Division and
 * remainder of whole numbers that may be negative are refused, since the two languages round
 * differently.
 */
final class CelToPython {

  private final Map<String, Parameter> parameters = new LinkedHashMap<>();

  CelToPython(List<Parameter> parameters) {
    parameters.forEach(parameter -> this.parameters.put(parameter.name(), parameter));
  }

  /** The restriction that a constraint becomes. */
  String restriction(String cel) throws Failure {
    return write(PythonParser.parse(cel)).text();
  }

  /** Text, type, how tightly it binds; {@code isNegative} if it may be below 0. */
  private record Piece(Type type, String text, int rank, boolean isNegative) {
    String in(int wanted) {
      return rank >= wanted ? text : "(" + text + ")";
    }
  }

  private Piece write(PythonExpression expression) throws Failure {
    return switch (expression) {
      case Constant constant -> constant(constant);
      case Name name -> name(name);
      case Negative negative -> {
        Piece operand = write(negative.operand());
        yield new Piece(operand.type(), "-" + operand.in(CelTerm.SIGN), CelTerm.SIGN, true);
      }
      case Not not -> truth("not " + write(not.operand()).in(CelTerm.RELATION + 1), CelTerm.AND);
      case Junction junction -> junction(junction);
      case Comparison comparison -> comparison(comparison);
      case Conditional conditional -> conditional(conditional);
      case Arithmetic arithmetic -> arithmetic(arithmetic);
      case Call call -> call(call);
      case Items items -> items(items);
      case Comprehension list -> throw new Failure(list.at(), "CEL has no such list");
    };
  }

  private static Piece truth(String text, int rank) {
    return new Piece(Type.TRUTH, text, rank, false);
  }

  private static Piece constant(Constant constant) throws Failure {
    return switch (constant.value()) {
      case Long number -> new Piece(Type.WHOLE, number.toString(), CelTerm.ATOM, number < 0);
      case Double number ->
          new Piece(Type.REAL, Literal.of(number).python(), CelTerm.ATOM, number < 0);
      case Boolean value -> truth(value ? "True" : "False", CelTerm.ATOM);
      case String text -> {
        if (text.contains("\"") || text.contains("\n")) {
          throw new Failure(constant.at(), "a text with quotes or line ends cannot be written");
        }
        yield new Piece(Type.TEXT, '"' + text + '"', CelTerm.ATOM, false);
      }
      default -> throw new Failure(constant.at(), "wanted a number, a text or a truth value");
    };
  }

  private Piece name(Name name) throws Failure {
    Parameter parameter = parameters.get(name.name());
    if (parameter == null) {
      throw new Failure(name.at(), "'" + name.name() + "' is no parameter");
    }
    Literal literal = Literals.of(parameter, parameter.at(0));
    Type type =
        switch (literal.kind()) {
          case INTEGER -> isReal(parameter) ? Type.REAL : Type.WHOLE;
          case REAL -> Type.REAL;
          case BOOLEAN -> Type.TRUTH;
          case TEXT -> Type.TEXT;
        };
    boolean isNegative = literal.isNumber() && literal.number() < 0;
    return new Piece(type, name.name(), CelTerm.ATOM, isNegative);
  }

  private static boolean isReal(Parameter parameter) {
    return parameter instanceof Parameter.Ordinal ordinal
        && ordinal.values().stream()
            .anyMatch(value -> Literals.of(ordinal, value).kind() == Literal.Kind.REAL);
  }

  private Piece junction(Junction junction) throws Failure {
    int rank = junction.isAnd() ? CelTerm.AND : CelTerm.OR;
    List<String> operands = new ArrayList<>();
    for (PythonExpression operand : junction.operands()) {
      operands.add(write(operand).in(rank + 1));
    }
    return truth(String.join(junction.isAnd() ? " and " : " or ", operands), rank);
  }

  private Piece comparison(Comparison comparison) throws Failure {
    StringBuilder text = new StringBuilder(write(comparison.operands().getFirst()).in(CelTerm.SUM));
    for (int i = 0; i < comparison.operators().size(); i++) {
      text.append(' ').append(comparison.operators().get(i)).append(' ');
      text.append(write(comparison.operands().get(i + 1)).in(CelTerm.SUM));
    }
    return truth(text.toString(), CelTerm.RELATION);
  }

  private Piece conditional(Conditional conditional) throws Failure {
    Piece then = write(conditional.then());
    Piece otherwise = write(conditional.otherwise());
    String condition = write(conditional.condition()).in(CelTerm.OR);
    return new Piece(
        then.type(),
        then.in(CelTerm.OR) + " if " + condition + " else " + otherwise.in(CelTerm.OR),
        CelTerm.CHOICE,
        then.isNegative() || otherwise.isNegative());
  }

  private Piece arithmetic(Arithmetic arithmetic) throws Failure {
    Piece left = write(arithmetic.left());
    Piece right = write(arithmetic.right());
    String operator = arithmetic.operator();
    boolean isSum = operator.equals("+") || operator.equals("-");
    boolean isWhole = left.type() == Type.WHOLE;
    boolean isNegative = left.isNegative() || right.isNegative();
    boolean rounds = isWhole && (operator.equals("/") || operator.equals("%"));
    if (rounds && isNegative) {
      throw new Failure(
          arithmetic.at(), "'" + operator + "' of numbers that may be negative cannot be written");
    }
    if (operator.equals("//") || operator.equals("**")) {
      throw new Failure(arithmetic.at(), "CEL has no '" + operator + "'");
    }
    int rank = isSum ? CelTerm.SUM : CelTerm.PRODUCT;
    String written = isWhole && operator.equals("/") ? "//" : operator;
    String text = left.in(rank) + " " + written + " " + right.in(rank + 1);
    return new Piece(left.type(), text, rank, isNegative || operator.equals("-"));
  }

  private Piece call(Call call) throws Failure {
    String function =
        switch (call.function()) {
          case "double" -> "float";
          case "int" -> "int";
          default ->
              throw new Failure(
                  call.at(), "the function '" + call.function() + "' cannot be written");
        };
    if (call.arguments().size() != 1) {
      throw new Failure(call.at(), call.function() + " wants one value");
    }
    Piece operand = write(call.arguments().getFirst());
    Type type = function.equals("float") ? Type.REAL : Type.WHOLE;
    return new Piece(
        type, function + "(" + operand.text() + ")", CelTerm.ATOM, operand.isNegative());
  }

  private Piece items(Items items) throws Failure {
    List<String> texts = new ArrayList<>();
    for (PythonExpression item : items.items()) {
      texts.add(write(item).text());
    }
    return new Piece(Type.TEXT, "[" + String.join(", ", texts) + "]", CelTerm.ATOM, false);
  }
}
