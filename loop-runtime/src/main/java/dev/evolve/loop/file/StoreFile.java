package dev.evolve.loop.file;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A file of the store, as its name tells.
 *
 * @param path where it is
 * @param role what it is for
 * @param number of a log segment the number of its first step, of other files that of the last step
 *     that they cover
 */
record StoreFile(Path path, Role role, long number) {

  /** Suffix of a file that is being written and counts for nothing yet. */
  static final String UNFINISHED = ".tmp";

  private static final Pattern NAME = Pattern.compile("(log|snapshot|events)-(\\d{19})\\.seg");

  static StoreFile in(Path directory, Role role, long number) {
    return new StoreFile(
        directory.resolve(String.format(Locale.ROOT, "%s-%019d.seg", role.prefix(), number)),
        role,
        number);
  }

  /** What a name tells; empty for files that are no finished files of the store's. */
  static Optional<StoreFile> of(Path path) {
    Matcher name = NAME.matcher(path.getFileName().toString());
    if (!name.matches()) {
      return Optional.empty();
    }
    Role role = Role.valueOf(name.group(1).toUpperCase(Locale.ROOT));
    return Optional.of(new StoreFile(path, role, Long.parseLong(name.group(2))));
  }

  /** Whether a path is a leftover of a file that was not finished. */
  static boolean isUnfinished(Path path) {
    return path.getFileName().toString().endsWith(UNFINISHED);
  }

  /** The name under which it is written. */
  Path unfinished() {
    return path.resolveSibling(path.getFileName() + UNFINISHED);
  }

  /** What a file is for. */
  enum Role {
    /** Steps in their order. */
    LOG(1, "log"),
    /** The newest step of every loop that goes on. */
    SNAPSHOT(2, "snapshot"),
    /** Events of steps whose log has been compacted away. */
    EVENTS(3, "events");

    private final int code;
    private final String prefix;

    Role(int code, String prefix) {
      this.code = code;
      this.prefix = prefix;
    }

    int code() {
      return code;
    }

    String prefix() {
      return prefix;
    }
  }
}
