package dev.evolve.search.format;

import dev.evolve.search.format.CelTerm.Type;
import dev.evolve.search.format.CelValue.Fraction;
import dev.evolve.search.format.PythonExpression.Comparison;
import dev.evolve.search.format.PythonExpression.Constant;
import dev.evolve.search.format.PythonExpression.Failure;
import dev.evolve.search.format.PythonExpression.Items;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Python's comparisons in CEL: chains, membership of a list, fractions by multiplying across. */
final class CelComparison {

  private final PythonToCel translator;

  CelComparison(PythonToCel translator) {
    this.translator = translator;
  }

  CelTerm of(Comparison comparison) throws Failure {
    List<CelTerm> parts = new ArrayList<>();
    for (int i = 0; i < comparison.operators().size(); i++) {
      PythonExpression left = comparison.operands().get(i);
      PythonExpression right = comparison.operands().get(i + 1);
      String operator = comparison.operators().get(i);
      parts.add(
          switch (operator) {
            case "in" -> membership(left, right);
            case "not in" -> {
              String membership = membership(left, right).in(CelTerm.SIGN);
              yield CelTerm.truth("!" + membership, CelTerm.SIGN);
            }
            default -> of(comparison, translator.part(left), operator, translator.part(right));
          });
    }
    return parts.size() == 1
        ? parts.getFirst()
        : CelTerm.truth(
            String.join(" && ", parts.stream().map(part -> part.in(CelTerm.AND)).toList()),
            CelTerm.AND);
  }

  /** Compares two values. */
  CelTerm of(PythonExpression at, CelValue left, String operator, CelValue right) throws Failure {
    boolean isText = is(left, Type.TEXT);
    if (isText != is(right, Type.TEXT)) {
      return different(at, operator);
    }
    if (isText || (is(left, Type.TRUTH) && is(right, Type.TRUTH) && isEquality(operator))) {
      return relation((CelTerm) left, operator, (CelTerm) right);
    }
    CelValue one = translator.number(at, left);
    CelValue other = translator.number(at, right);
    if (is(one, Type.REAL) || is(other, Type.REAL)) {
      return relation(CelArithmetic.real(one), operator, CelArithmetic.real(other));
    }
    return relation(across(one, other), operator, across(other, one));
  }

  private static boolean is(CelValue value, Type type) {
    return value instanceof CelTerm term && term.type() == type;
  }

  private static boolean isEquality(String operator) {
    return operator.equals("==") || operator.equals("!=");
  }

  /** A text is never equal to a number. */
  private static CelTerm different(PythonExpression at, String operator) throws Failure {
    if (!isEquality(operator)) {
      throw new Failure(at.at(), "a text and a number cannot be put in order");
    }
    return CelTerm.truth(operator.equals("==") ? "false" : "true", CelTerm.ATOM);
  }

  private static CelTerm across(CelValue value, CelValue other) {
    CelTerm numerator = value instanceof Fraction fraction ? fraction.numerator() : (CelTerm) value;
    return other instanceof Fraction fraction && !numerator.isZero()
        ? CelArithmetic.times(numerator, fraction.denominator())
        : numerator;
  }

  private static CelTerm relation(CelTerm left, String operator, CelTerm right) {
    return CelTerm.truth(
        left.in(CelTerm.SUM) + " " + operator + " " + right.in(CelTerm.SUM), CelTerm.RELATION);
  }

  private CelTerm membership(PythonExpression item, PythonExpression list) throws Failure {
    CelValue value = translator.part(item);
    List<PythonExpression> members = members(list);
    if (members.isEmpty()) {
      return CelTerm.truth("false", CelTerm.ATOM);
    }
    List<String> equal = new ArrayList<>();
    for (PythonExpression member : members) {
      equal.add(of(item, value, "==", translator.part(member)).in(CelTerm.AND));
    }
    return CelTerm.truth(String.join(" || ", equal), equal.size() == 1 ? CelTerm.AND : CelTerm.OR);
  }

  private List<PythonExpression> members(PythonExpression list) throws Failure {
    if (list instanceof Items items) {
      return items.items();
    }
    Optional<Object> constant = translator.constant(list);
    if (constant.isPresent() && constant.get() instanceof List<?> values) {
      List<PythonExpression> members = new ArrayList<>();
      values.forEach(value -> members.add(new Constant(list.at(), value)));
      return members;
    }
    throw new Failure(list.at(), "wanted a list after 'in'");
  }
}
