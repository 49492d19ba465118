package dev.evolve.search.format;

import dev.evolve.search.format.PythonExpression.Failure;
import java.util.ArrayList;
import java.util.List;

/** Cuts an expression of Python into tokens. */
final class PythonTokens {

  private static final int LONGEST = 100_000;
  private static final List<String> SYMBOLS =
      List.of(
          "**", "//", "<=", ">=", "==", "!=", "&&", "||", "<<", ">>", "+", "-", "*", "/", "%", "<",
          ">", "(", ")", "[", "]", ",", "!", "?", ":");

  private final String text;
  private final List<Token> tokens = new ArrayList<>();
  private int at;

  private PythonTokens(String text) {
    this.text = text;
  }

  /** What a token is. */
  enum Kind {
    NUMBER,
    TEXT,
    NAME,
    SYMBOL,
    END
  }

  /** A token; the value of a number or text is in {@code value}. */
  record Token(Kind kind, String text, Object value, int at) {
    boolean is(String wanted) {
      return (kind == Kind.SYMBOL || kind == Kind.NAME) && text.equals(wanted);
    }
  }

  static List<Token> of(String text) throws Failure {
    if (text.length() > LONGEST) {
      throw new Failure(
          LONGEST, "the expression has " + text.length() + " characters, at most " + LONGEST);
    }
    return new PythonTokens(text).cut();
  }

  private List<Token> cut() throws Failure {
    while (at < text.length()) {
      char c = text.charAt(at);
      if (Character.isWhitespace(c)) {
        at++;
      } else if (Character.isDigit(c) || (c == '.' && isDigit(at + 1))) {
        number();
      } else if (c == '"' || c == '\'') {
        quoted(c);
      } else if (Character.isJavaIdentifierStart(c) && c != '$') {
        name();
      } else {
        symbol();
      }
    }
    tokens.add(new Token(Kind.END, "the end", "", text.length()));
    return tokens;
  }

  private boolean isDigit(int index) {
    return index < text.length() && Character.isDigit(text.charAt(index));
  }

  private void number() throws Failure {
    int begin = at;
    boolean isHex = text.startsWith("0x", at) || text.startsWith("0X", at);
    at += isHex ? 2 : 0;
    while (at < text.length() && isPartOfNumber(text.charAt(at), begin, isHex)) {
      at++;
    }
    String digits = text.substring(begin, at).replace("_", "");
    try {
      Object value =
          isHex
              ? (Object) Long.parseLong(digits.substring(2), 16)
              : digits.matches("\\d+") ? (Object) Long.parseLong(digits) : finite(digits);
      tokens.add(new Token(Kind.NUMBER, digits, value, begin));
    } catch (NumberFormatException e) {
      throw new Failure(begin, "'" + digits + "' is no number of 64 bits");
    }
  }

  private static Double finite(String digits) {
    double number = Double.parseDouble(digits);
    if (!Double.isFinite(number) || !digits.matches("[0-9.eE+-]+")) {
      throw new NumberFormatException(digits);
    }
    return number;
  }

  private boolean isPartOfNumber(char c, int begin, boolean isHex) {
    boolean isSign = c == '+' || c == '-';
    char before = at == begin ? ' ' : text.charAt(at - 1);
    return c == '.'
        || c == '_'
        || Character.isLetterOrDigit(c)
        || (isSign && !isHex && (before == 'e' || before == 'E'));
  }

  private void quoted(char quote) throws Failure {
    int begin = at++;
    StringBuilder value = new StringBuilder();
    while (at < text.length() && text.charAt(at) != quote) {
      if (text.charAt(at) == '\\') {
        throw new Failure(at, "escapes in texts are not read");
      }
      value.append(text.charAt(at++));
    }
    if (at == text.length()) {
      throw new Failure(begin, "the text is not closed");
    }
    at++;
    tokens.add(new Token(Kind.TEXT, text.substring(begin, at), value.toString(), begin));
  }

  private void name() {
    int begin = at;
    while (at < text.length() && Character.isJavaIdentifierPart(text.charAt(at))) {
      at++;
    }
    String name = text.substring(begin, at);
    tokens.add(new Token(Kind.NAME, name, name, begin));
  }

  private void symbol() throws Failure {
    for (String symbol : SYMBOLS) {
      if (text.startsWith(symbol, at)) {
        tokens.add(new Token(Kind.SYMBOL, symbol, symbol, at));
        at += symbol.length();
        return;
      }
    }
    throw new Failure(at, "'" + text.charAt(at) + "' is not read in expressions");
  }
}
