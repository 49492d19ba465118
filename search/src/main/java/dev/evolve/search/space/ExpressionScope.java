package dev.evolve.search.space;

import dev.cel.common.ast.CelExpr;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Which parameters a part of an expression speaks of. */
final class ExpressionScope {

  private final Map<String, TypedParameter> parameters;

  private ExpressionScope(Map<String, TypedParameter> parameters) {
    this.parameters = parameters;
  }

  /** The indexes, ascending. */
  static int[] of(CelExpr expression, Map<String, TypedParameter> parameters) {
    Set<Integer> found = new TreeSet<>();
    new ExpressionScope(parameters).collect(expression, found);
    return found.stream().mapToInt(Integer::intValue).toArray();
  }

  private void collect(CelExpr expression, Set<Integer> found) {
    switch (expression.getKind()) {
      case IDENT -> {
        TypedParameter parameter = parameters.get(expression.ident().name());
        if (parameter != null) {
          found.add(parameter.index());
        }
      }
      case CALL -> {
        expression.call().target().ifPresent(target -> collect(target, found));
        expression.call().args().forEach(argument -> collect(argument, found));
      }
      case LIST -> expression.list().elements().forEach(element -> collect(element, found));
      case SELECT -> collect(expression.select().operand(), found);
      case MAP ->
          expression
              .map()
              .entries()
              .forEach(
                  entry -> {
                    collect(entry.key(), found);
                    collect(entry.value(), found);
                  });
      default -> {
        // Constants; structs and comprehensions are not accepted by the compiler's options.
      }
    }
  }
}
