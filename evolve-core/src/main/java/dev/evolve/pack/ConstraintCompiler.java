package dev.evolve.pack;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelOptions;
import dev.cel.common.CelValidationException;
import dev.cel.common.ast.CelReference;
import dev.cel.common.types.CelType;
import dev.cel.common.types.SimpleType;
import dev.cel.compiler.CelCompiler;
import dev.cel.compiler.CelCompilerBuilder;
import dev.cel.compiler.CelCompilerFactory;
import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelRuntime;
import dev.cel.runtime.CelRuntimeFactory;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Compiles constraints over the knobs of one pack. Expressions are hostile: they are short, have no
 * loops, reach nothing but the knobs and must give true or false.
 */
public final class ConstraintCompiler {

  private static final int LONGEST = 2_000;
  private static final CelOptions OPTIONS =
      CelOptions.current()
          .maxExpressionCodePointSize(LONGEST)
          .maxParseRecursionDepth(32)
          .enableComprehension(false)
          .maxRegexProgramSize(500)
          .build();
  private static final CelRuntime RUNTIME =
      CelRuntimeFactory.standardCelRuntimeBuilder().setOptions(OPTIONS).build();

  private final Map<String, KnobDomain> domains = new HashMap<>();
  private final CelCompiler compiler;

  /** For the given knobs. */
  public ConstraintCompiler(List<Knob> knobs) {
    knobs.forEach(knob -> domains.put(knob.name(), KnobDomain.of(knob)));
    CelCompilerBuilder builder =
        CelCompilerFactory.standardCelCompilerBuilder()
            .setOptions(OPTIONS)
            .setResultType(SimpleType.BOOL);
    domains.forEach((name, domain) -> builder.addVar(name, celType(domain.type())));
    this.compiler = builder.build();
  }

  /**
   * Compiles one.
   *
   * @throws IllegalArgumentException saying why it cannot be compiled
   */
  public CelConstraint compile(Constraint constraint) {
    try {
      CelAbstractSyntaxTree tree = compiler.compile(constraint.expression()).getAst();
      return new CelConstraint(constraint, references(tree), RUNTIME.createProgram(tree));
    } catch (CelValidationException e) {
      throw new IllegalArgumentException(explain(e), e);
    } catch (CelEvaluationException e) {
      throw new IllegalArgumentException(Excerpt.of(String.valueOf(e.getMessage())), e);
    }
  }

  /** A configuration's values as expressions see them. */
  public Map<String, Object> typed(Configuration configuration) {
    Map<String, Object> typed = new HashMap<>();
    domains.forEach(
        (name, domain) -> {
          String value = configuration.values().get(name);
          if (value != null) {
            typed.put(name, domain.typed(value));
          }
        });
    return typed;
  }

  private Set<String> references(CelAbstractSyntaxTree tree) {
    return tree.getReferenceMap().values().stream()
        .map(CelReference::name)
        .filter(domains::containsKey)
        .collect(Collectors.toSet());
  }

  private static String explain(CelValidationException e) {
    return e.getErrors().stream()
        .map(issue -> issue.getMessage().replace(" (in container '')", ""))
        .map(Excerpt::of)
        .distinct()
        .collect(Collectors.joining("; "));
  }

  private static CelType celType(KnobDomain.Type type) {
    return switch (type) {
      case WHOLE -> SimpleType.INT;
      case REAL -> SimpleType.DOUBLE;
      case TEXT -> SimpleType.STRING;
      case TRUTH -> SimpleType.BOOL;
    };
  }
}
