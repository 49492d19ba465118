package dev.evolve.pack;

/** Paths of fields as messages show them: {@code knobs.VW.default}, {@code scenarios[1].name}. */
final class FieldPath {

  private FieldPath() {}

  static String child(String parent, String name) {
    return parent.isEmpty() ? name : parent + "." + name;
  }

  static String item(String parent, int index) {
    return parent + "[" + index + "]";
  }

  static String parent(String path) {
    int dot = path.lastIndexOf('.');
    int bracket = path.lastIndexOf('[');
    return path.substring(0, Math.max(0, Math.max(dot, bracket)));
  }
}
