package dev.evolve.profile;

import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import java.util.Set;
import java.util.regex.Pattern;

/** Names, values and comments as a POSIX shell takes them. */
final class ShellText {

  private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_./+:,@%-]+");

  /** What would change the shell that reads the file, or every program that it starts. */
  private static final Set<String> REFUSED =
      Set.of(
          "BASHOPTS",
          "BASH_ENV",
          "CDPATH",
          "ENV",
          "EUID",
          "FCEDIT",
          "HOME",
          "IFS",
          "LANG",
          "LOGNAME",
          "MAIL",
          "MAILPATH",
          "MAKEFLAGS",
          "NLSPATH",
          "OLDPWD",
          "OPTARG",
          "OPTIND",
          "PATH",
          "PPID",
          "PROMPT_COMMAND",
          "PS1",
          "PS2",
          "PS3",
          "PS4",
          "PWD",
          "SHELL",
          "SHELLOPTS",
          "TERM",
          "TMPDIR",
          "UID",
          "USER");

  private ShellText() {}

  /** The name of a variable. */
  static String variableName(String name) {
    boolean refused =
        REFUSED.contains(name)
            || name.startsWith("LD_")
            || name.startsWith("DYLD_")
            || name.startsWith("LC_");
    if (!NAME.matcher(name).matches() || refused) {
      throw new EvolveException(
          ErrorCode.INVALID_REQUEST,
          "an environment file needs names that are variables of no meaning to the shell; found "
              + CText.printable(name)
              + "; export it as json");
    }
    return name;
  }

  /** A value that the shell takes as it is, or in single quotes, in which nothing is special. */
  static String quote(String value) {
    if (value.indexOf('\0') >= 0) {
      throw new EvolveException(
          ErrorCode.INVALID_REQUEST,
          "a value holds a NUL, which no environment can; export it as json");
    }
    return PLAIN.matcher(value).matches() ? value : "'" + value.replace("'", "'\\''") + "'";
  }

  /** A comment of one line. */
  static String comment(String line) {
    return "# " + CText.printable(line);
  }
}
