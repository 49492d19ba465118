package dev.evolve.git;

import dev.evolve.pack.BenchPack;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Which paths of a repository a candidate may change: what the pack declares, and nothing else. */
final class PathRules {

  private static final Set<String> NEVER = Set.of(".git", ".gitmodules", ".gitattributes");
  private static final String PACK_FILE = "evolve.yaml";

  private final String directory;
  private final BenchPack pack;

  PathRules(String directory, BenchPack pack) {
    this.directory = directory;
    this.pack = pack;
  }

  /** The configuration file's path in the repository. */
  String configurationPath() {
    return inRepository(pack.configuration().file());
  }

  /** True if a diff may change the file. */
  boolean isEditable(String path) {
    return isPlain(path)
        && !path.equals(inRepository(PACK_FILE))
        && !path.equals(configurationPathUnlessEditable())
        && pack.editable().stream().anyMatch(editable -> covers(inRepository(editable), path));
  }

  private String configurationPathUnlessEditable() {
    return pack.editable().contains(pack.configuration().file()) ? "" : configurationPath();
  }

  /** True if a path is relative, without detours, and is nobody's bookkeeping. */
  static boolean isPlain(String path) {
    if (path.isEmpty() || path.indexOf('\\') >= 0 || path.indexOf('\0') >= 0) {
      return false;
    }
    List<String> names = List.of(path.split("/", -1));
    return names.stream().allMatch(PathRules::isPlainName) && !names.getFirst().equals(".evolve");
  }

  private static boolean isPlainName(String name) {
    return !name.isEmpty()
        && !name.equals(".")
        && !name.equals("..")
        && !NEVER.contains(name.toLowerCase(Locale.ROOT));
  }

  private static boolean covers(String editable, String path) {
    return editable.endsWith("/") ? path.startsWith(editable) : path.equals(editable);
  }

  private String inRepository(String packPath) {
    return directory.isEmpty() ? packPath : directory + "/" + packPath;
  }
}
