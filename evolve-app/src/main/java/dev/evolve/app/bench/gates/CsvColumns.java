package dev.evolve.app.bench.gates;

import java.util.ArrayList;
import java.util.List;

/**
 * The columns of a CSV file of recorded series, whose cells may be quoted and hold no line break.
 *
 * @param names in order
 */
record CsvColumns(List<String> names) {

  CsvColumns(String header) {
    this(cells(header));
  }

  /** The cell of a column. */
  String of(List<String> cells, String name) {
    return cells.get(names.indexOf(name));
  }

  /** The cells of a line. */
  static List<String> cells(String line) {
    List<String> cells = new ArrayList<>();
    StringBuilder cell = new StringBuilder();
    boolean quoted = false;
    for (char c : line.toCharArray()) {
      if (c == '"') {
        quoted = !quoted;
      } else if (c == ',' && !quoted) {
        cells.add(cell.toString());
        cell.setLength(0);
      } else {
        cell.append(c);
      }
    }
    cells.add(cell.toString());
    return cells;
  }
}
