package dev.evolve.profile;

import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** Names, values and comments as C takes them. */
final class CText {

  private static final Pattern IDENTIFIER = Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,62}");
  private static final Pattern NUMBER =
      Pattern.compile("-?(0|[1-9][0-9]*|[0-9]+\\.[0-9]+)([eE][-+]?[0-9]{1,3})?");

  /** Keywords of C23, and what the preprocessor or the library gives a meaning. */
  private static final Set<String> RESERVED =
      Set.of(
          "alignas",
          "alignof",
          "auto",
          "bool",
          "break",
          "case",
          "char",
          "const",
          "constexpr",
          "continue",
          "default",
          "defined",
          "do",
          "double",
          "else",
          "enum",
          "extern",
          "false",
          "float",
          "for",
          "goto",
          "if",
          "inline",
          "int",
          "long",
          "nullptr",
          "register",
          "restrict",
          "return",
          "short",
          "signed",
          "sizeof",
          "static",
          "static_assert",
          "struct",
          "switch",
          "thread_local",
          "true",
          "typedef",
          "typeof",
          "typeof_unqual",
          "union",
          "unsigned",
          "void",
          "volatile",
          "while");

  private CText() {}

  /** The name of a macro. */
  static String macroName(String name) {
    boolean reserved = RESERVED.contains(name) || name.startsWith("__") || name.matches("_[A-Z].*");
    if (!IDENTIFIER.matcher(name).matches() || reserved) {
      throw new EvolveException(
          ErrorCode.INVALID_REQUEST,
          "a C header needs names that are identifiers and not reserved, at most 63 characters;"
              + " found "
              + printable(name)
              + "; export it as json");
    }
    return name;
  }

  /**
   * A number or a name as it is, truth as 1 or 0, negative numbers in parentheses, else a string.
   */
  static String value(String value) {
    if (value.equals("true") || value.equals("false")) {
      return value.equals("true") ? "1" : "0";
    }
    if (NUMBER.matcher(value).matches()) {
      return value.startsWith("-") ? "(" + value + ")" : value;
    }
    boolean name = IDENTIFIER.matcher(value).matches() && !RESERVED.contains(value);
    return name ? value : literal(value);
  }

  private static String literal(String value) {
    StringBuilder text = new StringBuilder("\"");
    for (byte octet : value.getBytes(StandardCharsets.UTF_8)) {
      int code = Byte.toUnsignedInt(octet);
      if (code == '"' || code == '\\' || code == '?') {
        text.append('\\').append((char) code);
      } else if (code >= ' ' && code < 127) {
        text.append((char) code);
      } else {
        text.append(String.format(Locale.ROOT, "\\%03o", code));
      }
    }
    return text.append('"').toString();
  }

  /** A comment of one line that nothing in it can end. */
  static String comment(String line) {
    String safe = printable(line).replace("*/", "* /").replace("/*", "/ *");
    return "/* " + safe + " */";
  }

  /** What is not printable ASCII, and what could splice lines, replaced. */
  static String printable(String text) {
    return text.replaceAll("[^ -~]", "?").replace('\\', '/').replace("??", "? ?");
  }

  /** Name of an include guard. */
  static String guard(String pack, String shape) {
    String name = (pack + "_" + (shape.equals(Shape.ALL.name()) ? "ALL" : shape));
    return "EVOLVE_PROFILE_" + name.toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9]", "_") + "_H";
  }
}
