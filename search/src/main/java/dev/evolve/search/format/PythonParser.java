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
import dev.evolve.search.format.PythonTokens.Kind;
import dev.evolve.search.format.PythonTokens.Token;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Parses expressions of Python; {@code && || ! ?:} are understood as well, since some tuners and
 * CEL write them. Nothing is evaluated.
 */
final class PythonParser {

  private static final int DEPTH = 100;
  private static final Set<String> COMPARISONS = Set.of("<", "<=", ">", ">=", "==", "!=");
  private static final Set<String> KEYWORDS =
      Set.of("and", "or", "not", "in", "if", "else", "for", "is", "lambda", "None");

  private final List<Token> tokens;
  private int next;
  private int depth;

  private PythonParser(List<Token> tokens) {
    this.tokens = tokens;
  }

  static PythonExpression parse(String text) throws Failure {
    PythonParser parser = new PythonParser(PythonTokens.of(text));
    PythonExpression expression = parser.expression();
    if (parser.peek().kind() != Kind.END) {
      throw parser.unexpected("the end");
    }
    return expression;
  }

  private PythonExpression expression() throws Failure {
    if (++depth > DEPTH) {
      throw new Failure(peek().at(), "the expression is nested deeper than " + DEPTH);
    }
    PythonExpression value = either();
    if (take("if")) {
      PythonExpression condition = either();
      expect("else");
      value = new Conditional(value.at(), condition, value, expression());
    } else if (take("?")) {
      PythonExpression then = expression();
      expect(":");
      value = new Conditional(value.at(), value, then, expression());
    }
    depth--;
    return value;
  }

  private PythonExpression either() throws Failure {
    List<PythonExpression> operands = new ArrayList<>(List.of(both()));
    while (take("or") || take("||")) {
      operands.add(both());
    }
    return junction(false, operands);
  }

  private PythonExpression both() throws Failure {
    List<PythonExpression> operands = new ArrayList<>(List.of(negation()));
    while (take("and") || take("&&")) {
      operands.add(negation());
    }
    return junction(true, operands);
  }

  private static PythonExpression junction(boolean isAnd, List<PythonExpression> operands) {
    return operands.size() == 1
        ? operands.getFirst()
        : new Junction(operands.getFirst().at(), isAnd, List.copyOf(operands));
  }

  private PythonExpression negation() throws Failure {
    int at = peek().at();
    int count = 0;
    while (take("not")) {
      count++;
    }
    PythonExpression operand = comparison();
    return count == 0 ? operand : new Not(at, count % 2 == 1 ? operand : new Not(at, operand));
  }

  private PythonExpression comparison() throws Failure {
    List<PythonExpression> operands = new ArrayList<>(List.of(sum()));
    List<String> operators = new ArrayList<>();
    while (true) {
      if (peek().kind() == Kind.SYMBOL && COMPARISONS.contains(peek().text())) {
        operators.add(advance().text());
      } else if (take("in")) {
        operators.add("in");
      } else if (peek().is("not") && tokens.get(next + 1).is("in")) {
        next += 2;
        operators.add("not in");
      } else {
        break;
      }
      operands.add(sum());
    }
    return operators.isEmpty()
        ? operands.getFirst()
        : new Comparison(operands.getFirst().at(), List.copyOf(operands), List.copyOf(operators));
  }

  private PythonExpression sum() throws Failure {
    PythonExpression left = product();
    while (peek().is("+") || peek().is("-")) {
      Token operator = advance();
      left = new Arithmetic(operator.at(), operator.text(), left, product());
    }
    return left;
  }

  private PythonExpression product() throws Failure {
    PythonExpression left = signed();
    while (peek().is("*") || peek().is("/") || peek().is("//") || peek().is("%")) {
      Token operator = advance();
      left = new Arithmetic(operator.at(), operator.text(), left, signed());
    }
    return left;
  }

  private PythonExpression signed() throws Failure {
    Token sign = peek();
    if (take("-") || take("+") || take("!")) {
      if (++depth > DEPTH) {
        throw new Failure(sign.at(), "the expression is nested deeper than " + DEPTH);
      }
      PythonExpression operand = signed();
      depth--;
      return switch (sign.text()) {
        case "-" -> new Negative(sign.at(), operand);
        case "!" -> new Not(sign.at(), operand);
        default -> operand;
      };
    }
    return power();
  }

  private PythonExpression power() throws Failure {
    PythonExpression base = atom();
    if (peek().is("**")) {
      Token operator = advance();
      return new Arithmetic(operator.at(), "**", base, signed());
    }
    return base;
  }

  private PythonExpression atom() throws Failure {
    Token token = advance();
    return switch (token.kind()) {
      case NUMBER, TEXT -> new Constant(token.at(), token.value());
      case NAME -> named(token);
      case SYMBOL ->
          switch (token.text()) {
            case "(" -> parenthesised(token);
            case "[" -> bracketed(token);
            default -> throw unexpectedAt(token, "a value");
          };
      case END -> throw unexpectedAt(token, "a value");
    };
  }

  private PythonExpression named(Token token) throws Failure {
    if (KEYWORDS.contains(token.text())) {
      throw unexpectedAt(token, "a value");
    }
    if (take("(")) {
      return new Call(token.at(), token.text(), arguments(")"));
    }
    return switch (token.text()) {
      case "True", "true" -> new Constant(token.at(), Boolean.TRUE);
      case "False", "false" -> new Constant(token.at(), Boolean.FALSE);
      default -> new Name(token.at(), token.text());
    };
  }

  private PythonExpression parenthesised(Token open) throws Failure {
    if (take(")")) {
      return new Items(open.at(), List.of());
    }
    PythonExpression first = expression();
    if (take(")")) {
      return first;
    }
    expect(",");
    List<PythonExpression> items = new ArrayList<>(List.of(first));
    items.addAll(arguments(")"));
    return new Items(open.at(), List.copyOf(items));
  }

  private PythonExpression bracketed(Token open) throws Failure {
    if (take("]")) {
      return new Items(open.at(), List.of());
    }
    PythonExpression first = expression();
    if (take("for")) {
      return comprehension(open, first);
    }
    List<PythonExpression> items = new ArrayList<>(List.of(first));
    if (take(",")) {
      items.addAll(arguments("]"));
    } else {
      expect("]");
    }
    return new Items(open.at(), List.copyOf(items));
  }

  private PythonExpression comprehension(Token open, PythonExpression element) throws Failure {
    Token variable = advance();
    if (variable.kind() != Kind.NAME || KEYWORDS.contains(variable.text())) {
      throw unexpectedAt(variable, "a name");
    }
    expect("in");
    PythonExpression source = either();
    List<PythonExpression> conditions = new ArrayList<>();
    while (take("if")) {
      conditions.add(either());
    }
    expect("]");
    return new Comprehension(open.at(), element, variable.text(), source, List.copyOf(conditions));
  }

  /** Expressions by commas up to a closing bracket; a comma before it may stand. */
  private List<PythonExpression> arguments(String close) throws Failure {
    List<PythonExpression> items = new ArrayList<>();
    while (!take(close)) {
      items.add(expression());
      if (!peek().is(close)) {
        expect(",");
      }
    }
    return items;
  }

  private Token peek() {
    return tokens.get(next);
  }

  private Token advance() {
    Token token = tokens.get(next);
    next = Math.min(next + 1, tokens.size() - 1);
    return token;
  }

  private boolean take(String wanted) {
    boolean is = peek().is(wanted);
    next += is ? 1 : 0;
    return is;
  }

  private void expect(String wanted) throws Failure {
    if (!take(wanted)) {
      throw unexpected("'" + wanted + "'");
    }
  }

  private Failure unexpected(String wanted) {
    return unexpectedAt(peek(), wanted);
  }

  private static Failure unexpectedAt(Token token, String wanted) {
    return new Failure(token.at(), "wanted " + wanted + ", found " + token.text());
  }
}
