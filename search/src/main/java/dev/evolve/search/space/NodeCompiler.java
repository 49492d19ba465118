package dev.evolve.search.space;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.ast.CelConstant;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.ast.CelReference;
import dev.cel.common.types.CelType;
import dev.cel.common.types.SimpleType;
import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelRuntime;
import dev.cel.runtime.Program;
import dev.evolve.search.space.TruthNode.Relation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToIntFunction;

/**
 * Turns one checked expression into nodes over places, so that asking costs nanoseconds. What the
 * nodes do not know is asked of CEL itself: the conjunct that has it becomes {@link
 * TruthNode.Asked}.
 */
final class NodeCompiler {

  private static final double EXACT = 0x1p53;

  private final String text;
  private final CelAbstractSyntaxTree tree;
  private final Map<String, TypedParameter> parameters;
  private final CelRuntime runtime;

  NodeCompiler(
      String text,
      CelAbstractSyntaxTree tree,
      Map<String, TypedParameter> parameters,
      CelRuntime runtime) {
    this.text = text;
    this.tree = tree;
    this.parameters = parameters;
    this.runtime = runtime;
  }

  /** The conjuncts of the expression. */
  List<Clause> clauses() throws CelEvaluationException {
    List<CelExpr> conjuncts = new ArrayList<>();
    split(tree.getExpr(), conjuncts);
    List<Clause> clauses = new ArrayList<>();
    for (CelExpr conjunct : conjuncts) {
      int[] scope = ExpressionScope.of(conjunct, parameters);
      Optional<TruthNode> node = truth(conjunct);
      clauses.add(
          node.isPresent()
              ? new Clause(scope, node.get(), 1)
              : new Clause(scope, asked(conjunct, scope), Clause.ASKED));
    }
    return clauses;
  }

  private static void split(CelExpr expression, List<CelExpr> conjuncts) {
    boolean isAnd =
        expression.getKind() == CelExpr.ExprKind.Kind.CALL
            && expression.call().function().equals("_&&_");
    if (isAnd) {
      expression.call().args().forEach(argument -> split(argument, conjuncts));
    } else {
      conjuncts.add(expression);
    }
  }

  private TruthNode asked(CelExpr conjunct, int[] scope) throws CelEvaluationException {
    CelAbstractSyntaxTree part =
        CelAbstractSyntaxTree.newCheckedAst(
            conjunct, tree.getSource(), tree.getReferenceMap(), tree.getTypeMap());
    Program program = runtime.createProgram(part);
    List<TypedParameter> asked = new ArrayList<>();
    List<TypedParameter> all = List.copyOf(parameters.values());
    for (int index : scope) {
      asked.add(all.get(index));
    }
    ToIntFunction<long[]> outcome =
        places -> {
          Map<String, Object> values = HashMap.newHashMap(asked.size());
          asked.forEach(one -> values.put(one.name(), one.value(places[one.index()])));
          try {
            return Truth.of(Boolean.TRUE.equals(program.eval(values)));
          } catch (CelEvaluationException e) {
            return Truth.ERROR;
          }
        };
    return new TruthNode.Asked(asked.stream().map(TypedParameter::index).toList(), outcome);
  }

  private String overload(CelExpr call) {
    List<String> ids =
        tree.getReference(call.id())
            .map(CelReference::overloadIds)
            .map(List::copyOf)
            .orElse(List.of());
    return ids.size() == 1 ? ids.getFirst() : "";
  }

  private boolean isOf(CelExpr expression, CelType type) {
    return tree.getType(expression.id()).filter(type::equals).isPresent();
  }

  private Optional<TruthNode> truth(CelExpr expression) {
    if (!isOf(expression, SimpleType.BOOL)) {
      return Optional.empty();
    }
    return switch (expression.getKind()) {
      case CONSTANT ->
          expression.constant().getKind() == CelConstant.Kind.BOOLEAN_VALUE
              ? Optional.of(new TruthNode.Constant(expression.constant().booleanValue()))
              : Optional.empty();
      case IDENT ->
          parameter(expression, TypedParameter.Kind.TRUTH)
              .map(parameter -> new TruthNode.Flag(parameter.index()));
      case CALL -> truthOfCall(expression, expression.call().args());
      default -> Optional.empty();
    };
  }

  private Optional<TruthNode> truthOfCall(CelExpr call, List<CelExpr> arguments) {
    return switch (overload(call)) {
      case "logical_not" -> truth(arguments.getFirst()).map(TruthNode.Not::new);
      case "logical_and" -> folded(arguments, TruthNode.And::new);
      case "logical_or" -> folded(arguments, TruthNode.Or::new);
      case "conditional" ->
          truth(arguments.get(0))
              .flatMap(
                  condition ->
                      truth(arguments.get(1))
                          .flatMap(
                              one ->
                                  truth(arguments.get(2))
                                      .map(other -> new TruthNode.Choice(condition, one, other))));
      case "equals" -> equality(arguments.get(0), arguments.get(1));
      case "not_equals" -> equality(arguments.get(0), arguments.get(1)).map(TruthNode.Not::new);
      case "in_list" -> membership(arguments.get(0), arguments.get(1));
      default -> comparison(overload(call), arguments);
    };
  }

  /** Makes one node of two. */
  private interface Pair<T, R> {
    R of(T one, T other);
  }

  private Optional<TruthNode> folded(List<CelExpr> arguments, Pair<TruthNode, TruthNode> pair) {
    Optional<TruthNode> folded = truth(arguments.getFirst());
    for (CelExpr argument : arguments.subList(1, arguments.size())) {
      folded = folded.flatMap(one -> truth(argument).map(other -> pair.of(one, other)));
    }
    return folded;
  }

  private Optional<TruthNode> comparison(String overload, List<CelExpr> arguments) {
    Relation relation =
        overload.startsWith("less_equals_") || overload.startsWith("greater_equals_")
            ? Relation.LESS_EQUALS
            : Relation.LESS;
    boolean isComparison = overload.startsWith("less_") || overload.startsWith("greater_");
    if (!isComparison || arguments.size() != 2) {
      return Optional.empty();
    }
    boolean swap = overload.startsWith("greater_");
    CelExpr one = arguments.get(swap ? 1 : 0);
    CelExpr other = arguments.get(swap ? 0 : 1);
    return compared(relation, one, other);
  }

  private Optional<TruthNode> compared(Relation relation, CelExpr one, CelExpr other) {
    Optional<TruthNode> whole =
        whole(one)
            .flatMap(
                first ->
                    whole(other)
                        .map(second -> new TruthNode.WholeComparison(relation, first, second)));
    return whole.isPresent() ? whole : comparedReals(relation, one, other);
  }

  private Optional<TruthNode> comparedReals(Relation relation, CelExpr one, CelExpr other) {
    return real(one)
        .flatMap(
            first ->
                real(other).map(second -> new TruthNode.RealComparison(relation, first, second)));
  }

  private Optional<TruthNode> equality(CelExpr one, CelExpr other) {
    Optional<TruthNode> numbers = compared(Relation.EQUALS, one, other);
    if (numbers.isPresent()) {
      return numbers;
    }
    Optional<TruthNode> texts =
        text(one)
            .flatMap(first -> text(other).map(second -> new TruthNode.TextEquality(first, second)));
    return texts.isPresent()
        ? texts
        : truth(one)
            .flatMap(
                first -> truth(other).map(second -> new TruthNode.TruthEquality(first, second)));
  }

  private Optional<TruthNode> membership(CelExpr element, CelExpr list) {
    boolean isWritten =
        list.getKind() == CelExpr.ExprKind.Kind.LIST
            && list.list().optionalIndices().isEmpty()
            && list.list().elements().stream()
                .allMatch(item -> item.getKind() == CelExpr.ExprKind.Kind.CONSTANT);
    if (!isWritten) {
      return Optional.empty();
    }
    List<CelConstant> items = list.list().elements().stream().map(CelExpr::constant).toList();
    if (items.stream().allMatch(item -> item.getKind() == CelConstant.Kind.INT64_VALUE)) {
      long[] sorted = items.stream().mapToLong(CelConstant::int64Value).sorted().toArray();
      return whole(element).map(number -> new TruthNode.WholeIn(number, sorted));
    }
    if (items.stream().allMatch(item -> item.getKind() == CelConstant.Kind.STRING_VALUE)) {
      Set<String> texts = new HashSet<>(items.stream().map(CelConstant::stringValue).toList());
      return text(element).map(value -> new TruthNode.TextIn(value, texts));
    }
    return Optional.empty();
  }

  private Optional<TypedParameter> parameter(CelExpr identifier, TypedParameter.Kind kind) {
    return Optional.ofNullable(parameters.get(identifier.ident().name()))
        .filter(parameter -> parameter.kind() == kind);
  }

  private Optional<TextNode> text(CelExpr expression) {
    return switch (expression.getKind()) {
      case CONSTANT ->
          expression.constant().getKind() == CelConstant.Kind.STRING_VALUE
              ? Optional.of(new TextNode.Constant(expression.constant().stringValue()))
              : Optional.empty();
      case IDENT -> parameter(expression, TypedParameter.Kind.TEXT).map(TypedParameter::text);
      default -> Optional.empty();
    };
  }

  private Optional<WholeNode> whole(CelExpr expression) {
    if (!isOf(expression, SimpleType.INT)) {
      return Optional.empty();
    }
    return switch (expression.getKind()) {
      case CONSTANT ->
          expression.constant().getKind() == CelConstant.Kind.INT64_VALUE
              ? Optional.of(new WholeNode.Constant(expression.constant().int64Value()))
              : Optional.empty();
      case IDENT -> parameter(expression, TypedParameter.Kind.WHOLE).map(TypedParameter::whole);
      case CALL -> wholeOfCall(expression, expression.call().args());
      default -> Optional.empty();
    };
  }

  private Optional<WholeNode> wholeOfCall(CelExpr call, List<CelExpr> arguments) {
    return switch (overload(call)) {
      case "add_int64" -> wholes(arguments, WholeNode.Sum::new);
      case "subtract_int64" -> wholes(arguments, WholeNode.Difference::new);
      case "multiply_int64" -> wholes(arguments, WholeNode.Product::new);
      case "divide_int64" -> wholes(arguments, WholeNode.Quotient::new);
      case "modulo_int64" -> wholes(arguments, WholeNode.Remainder::new);
      case "negate_int64" -> whole(arguments.getFirst()).map(WholeNode.Negative::new);
      case "int64_to_int64" -> whole(arguments.getFirst());
      case "conditional" ->
          truth(arguments.get(0))
              .flatMap(
                  condition ->
                      wholes(
                          arguments.subList(1, 3),
                          (one, other) -> new WholeNode.Choice(condition, one, other)));
      case ExpressionCompiler.POSITION -> position(call, arguments.get(0), arguments.get(1));
      default -> Optional.empty();
    };
  }

  private Optional<WholeNode> wholes(List<CelExpr> arguments, Pair<WholeNode, WholeNode> pair) {
    return whole(arguments.get(0))
        .flatMap(one -> whole(arguments.get(1)).map(other -> pair.of(one, other)));
  }

  private Optional<WholeNode> position(CelExpr call, CelExpr order, CelExpr item) {
    boolean isPlain =
        order.getKind() == CelExpr.ExprKind.Kind.IDENT
            && item.getKind() == CelExpr.ExprKind.Kind.CONSTANT;
    if (!isPlain) {
      return Optional.empty();
    }
    return parameter(order, TypedParameter.Kind.ORDER)
        .map(ordered -> position(call, ordered, item.constant().stringValue()));
  }

  private WholeNode position(CelExpr call, TypedParameter ordered, String item) {
    Parameter.Permutation permutation = (Parameter.Permutation) ordered.parameter();
    int index = permutation.items().indexOf(item);
    if (index < 0) {
      int offset = tree.getSource().getPositionsMap().getOrDefault(call.id(), 0);
      throw new InvalidExpressionException(
          text,
          "an item of "
              + ordered.name()
              + " was wanted ("
              + String.join(", ", permutation.items())
              + "), found "
              + InvalidExpressionException.shortened(item),
          1 + (int) text.codePoints().limit(offset).filter(c -> c == '\n').count(),
          1 + offset - (text.substring(0, Math.min(offset, text.length())).lastIndexOf('\n') + 1));
    }
    return new WholeNode.Position(ordered.index(), permutation, index);
  }

  private Optional<RealNode> real(CelExpr expression) {
    boolean isConstant = expression.getKind() == CelExpr.ExprKind.Kind.CONSTANT;
    if (!isConstant && !isOf(expression, SimpleType.DOUBLE)) {
      return Optional.empty();
    }
    return switch (expression.getKind()) {
      case CONSTANT -> realConstant(expression.constant());
      case IDENT -> parameter(expression, TypedParameter.Kind.REAL).map(TypedParameter::real);
      case CALL -> realOfCall(expression, expression.call().args());
      default -> Optional.empty();
    };
  }

  private static Optional<RealNode> realConstant(CelConstant constant) {
    return switch (constant.getKind()) {
      case DOUBLE_VALUE -> Optional.of(new RealNode.Constant(constant.doubleValue()));
      case INT64_VALUE ->
          Math.abs((double) constant.int64Value()) <= EXACT
              ? Optional.of(new RealNode.Constant(constant.int64Value()))
              : Optional.empty();
      default -> Optional.empty();
    };
  }

  private Optional<RealNode> realOfCall(CelExpr call, List<CelExpr> arguments) {
    return switch (overload(call)) {
      case "add_double" -> reals(arguments, RealNode.Operation.PLUS);
      case "subtract_double" -> reals(arguments, RealNode.Operation.MINUS);
      case "multiply_double" -> reals(arguments, RealNode.Operation.TIMES);
      case "divide_double" -> reals(arguments, RealNode.Operation.DIVIDED);
      case "negate_double" -> real(arguments.getFirst()).map(RealNode.Negative::new);
      case "double_to_double" -> real(arguments.getFirst());
      case "int64_to_double" -> whole(arguments.getFirst()).map(RealNode.OfWhole::new);
      case "conditional" ->
          truth(arguments.get(0))
              .flatMap(
                  condition ->
                      real(arguments.get(1))
                          .flatMap(
                              one ->
                                  real(arguments.get(2))
                                      .map(other -> new RealNode.Choice(condition, one, other))));
      default -> Optional.empty();
    };
  }

  private Optional<RealNode> reals(List<CelExpr> arguments, RealNode.Operation operation) {
    return real(arguments.get(0))
        .flatMap(
            one ->
                real(arguments.get(1)).map(other -> new RealNode.Combined(operation, one, other)));
  }
}
