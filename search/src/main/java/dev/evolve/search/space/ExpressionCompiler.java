package dev.evolve.search.space;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelFunctionDecl;
import dev.cel.common.CelIssue;
import dev.cel.common.CelOptions;
import dev.cel.common.CelOverloadDecl;
import dev.cel.common.CelValidationException;
import dev.cel.common.ast.CelReference;
import dev.cel.common.types.ListType;
import dev.cel.common.types.SimpleType;
import dev.cel.compiler.CelCompiler;
import dev.cel.compiler.CelCompilerBuilder;
import dev.cel.compiler.CelCompilerFactory;
import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelFunctionBinding;
import dev.cel.runtime.CelRuntime;
import dev.cel.runtime.CelRuntimeFactory;
import dev.cel.runtime.Program;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Compiles CEL expressions over the parameters of one space; the only place that knows CEL.
 * Expressions are hostile: they are short, have no loops, reach nothing but the parameters and must
 * give true or false.
 *
 * <p>Whole numbers are {@code int}, other numbers {@code double}, names {@code string}, truths
 * {@code bool}, an order a {@code list(string)}, first item first. {@code position(order, 'item')}
 * says where an item stands, from 0: {@code position(passes, 'inline') < position(passes,
 * 'unroll')}.
 */
public final class ExpressionCompiler {

  /** The longest expression, in characters. */
  public static final int LONGEST = 2_000;

  static final String POSITION = "position_list_string";

  private static final Pattern IDENTIFIER = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
  private static final Set<String> RESERVED =
      Set.of(
          "as",
          "bool",
          "break",
          "bytes",
          "const",
          "continue",
          "double",
          "else",
          "false",
          "for",
          "function",
          "if",
          "import",
          "in",
          "int",
          "let",
          "list",
          "loop",
          "map",
          "namespace",
          "null",
          "null_type",
          "package",
          "return",
          "string",
          "true",
          "type",
          "uint",
          "var",
          "void",
          "while");
  private static final CelOptions OPTIONS =
      CelOptions.current()
          .maxExpressionCodePointSize(LONGEST)
          .maxParseRecursionDepth(32)
          .enableComprehension(false)
          .maxRegexProgramSize(500)
          .build();
  private static final CelFunctionDecl POSITION_FUNCTION =
      CelFunctionDecl.newFunctionDeclaration(
          "position",
          CelOverloadDecl.newGlobalOverload(
              POSITION, SimpleType.INT, ListType.create(SimpleType.STRING), SimpleType.STRING));
  private static final CelRuntime RUNTIME =
      CelRuntimeFactory.standardCelRuntimeBuilder()
          .setOptions(OPTIONS)
          .addFunctionBindings(
              CelFunctionBinding.from(
                  POSITION, List.class, String.class, ExpressionCompiler::position))
          .build();

  private final SequencedMap<String, TypedParameter> parameters = new LinkedHashMap<>();
  private final CelCompiler compiler;

  /**
   * For the given parameters.
   *
   * @throws IllegalArgumentException if an expression could not name one of them
   */
  public ExpressionCompiler(List<Parameter> parameters) {
    for (Parameter parameter : parameters) {
      checkName(parameter.name());
      TypedParameter typed = TypedParameter.of(this.parameters.size(), parameter);
      this.parameters.put(parameter.name(), typed);
    }
    CelCompilerBuilder builder =
        CelCompilerFactory.standardCelCompilerBuilder()
            .setOptions(OPTIONS)
            .addFunctionDeclarations(POSITION_FUNCTION)
            .setResultType(SimpleType.BOOL);
    this.parameters.forEach((name, typed) -> builder.addVar(name, typed.celType()));
    this.compiler = builder.build();
  }

  private static void checkName(String name) {
    if (isReserved(name)) {
      throw new IllegalArgumentException(
          name + " is a word of the expression language; rename the parameter");
    }
    if (!IDENTIFIER.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "a parameter's name is letters, digits and underscores and starts with no digit; found "
              + InvalidExpressionException.shortened(name));
    }
  }

  /** True for a word that expressions cannot use as a name. */
  public static boolean isReserved(String name) {
    return RESERVED.contains(name);
  }

  private static long position(List<?> order, String item) {
    int position = order.indexOf(item);
    if (position < 0) {
      throw new IllegalArgumentException(item + " is not in the order");
    }
    return position;
  }

  /**
   * Compiles one.
   *
   * @throws InvalidExpressionException saying where and why it cannot be compiled
   */
  public Expression compile(String text) {
    try {
      CelAbstractSyntaxTree tree = compiler.compile(text).getAst();
      Program program = RUNTIME.createProgram(tree);
      List<Clause> clauses = new NodeCompiler(text, tree, parameters, RUNTIME).clauses();
      return new Expression(text, references(tree), clauses, program);
    } catch (CelValidationException e) {
      throw explained(text, e);
    } catch (CelEvaluationException e) {
      throw new InvalidExpressionException(
          text, InvalidExpressionException.shortened(String.valueOf(e.getMessage())), 1, 1);
    }
  }

  /** Values as expressions see them; names that are none of the parameters' are left out. */
  public Map<String, Object> typed(Map<String, String> values) {
    Map<String, Object> typed = new HashMap<>();
    parameters.forEach(
        (name, parameter) -> {
          String value = values.get(name);
          if (value != null) {
            typed.put(name, parameter.typed(value));
          }
        });
    return typed;
  }

  private TreeSet<String> references(CelAbstractSyntaxTree tree) {
    return tree.getReferenceMap().values().stream()
        .map(CelReference::name)
        .filter(parameters::containsKey)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static InvalidExpressionException explained(String text, CelValidationException e) {
    String problem =
        e.getErrors().stream()
            .map(issue -> issue.getMessage().replace(" (in container '')", ""))
            .map(InvalidExpressionException::shortened)
            .distinct()
            .collect(Collectors.joining("; "));
    CelIssue first = Collections.min(e.getErrors(), ExpressionCompiler::byLocation);
    return new InvalidExpressionException(
        text,
        problem,
        Math.max(1, first.getSourceLocation().getLine()),
        Math.max(0, first.getSourceLocation().getColumn()) + 1);
  }

  private static int byLocation(CelIssue one, CelIssue other) {
    return one.getSourceLocation().compareTo(other.getSourceLocation());
  }
}
