package dev.evolve.serving.decode;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.evolve.serving.kernel.AttentionRows;
import dev.evolve.serving.kernel.Kernels;
import dev.evolve.serving.kernel.NativeFloats;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * Runs pieces of many sequences through the model in one pass: every row is computed as it would be
 * alone, since the kernels are batch-invariant and a row sees its own sequence only. Owns the
 * working memory of a pass; confined to one thread.
 */
final class DecoderForward {

  private final Kernels kernels;
  private final DecoderModel model;
  private final KvSlabs slabs;
  private final int mostRows;
  private final int width;
  private final MemorySegment stream;
  private final MemorySegment normed;
  private final MemorySegment queries;
  private final MemorySegment keys;
  private final MemorySegment values;
  private final MemorySegment attended;
  private final MemorySegment gate;
  private final MemorySegment up;
  private final MemorySegment logits;
  private final MemorySegment positions;
  private final MemorySegment spans;
  private final MemorySegment tables;
  private final long[] cacheRows;

  /**
   * @param mostRows most tokens of one pass
   * @param mostTableEntries most block numbers of all pieces of a pass together
   */
  DecoderForward(
      Kernels kernels, DecoderModel model, KvSlabs slabs, int mostRows, int mostTableEntries) {
    Arena arena = Arena.ofAuto();
    this.kernels = kernels;
    this.model = model;
    this.slabs = slabs;
    this.mostRows = mostRows;
    this.width = model.shape().width();
    this.stream = NativeFloats.allocate(arena, (long) mostRows * width);
    this.normed = NativeFloats.allocate(arena, (long) mostRows * width);
    this.queries = NativeFloats.allocate(arena, (long) mostRows * width);
    this.keys = NativeFloats.allocate(arena, (long) mostRows * model.shape().keyWidth());
    this.values = NativeFloats.allocate(arena, (long) mostRows * model.shape().keyWidth());
    this.attended = NativeFloats.allocate(arena, (long) mostRows * width);
    this.gate = NativeFloats.allocate(arena, (long) mostRows * model.shape().hidden());
    this.up = NativeFloats.allocate(arena, (long) mostRows * model.shape().hidden());
    this.logits = NativeFloats.allocate(arena, (long) mostRows * DecoderModel.LOGITS);
    this.positions = NativeFloats.allocateInts(arena, mostRows);
    this.spans = NativeFloats.allocateInts(arena, (long) mostRows * AttentionRows.SPAN);
    this.tables = NativeFloats.allocateInts(arena, mostTableEntries);
    this.cacheRows = new long[mostRows];
  }

  /**
   * Computes all pieces, writes their keys and values, and gives the logits that they ask for: in
   * the order of the pieces, {@link DecoderModel#LOGITS} a row.
   *
   * @throws IllegalArgumentException if there are more tokens than the memory has room for
   */
  Logits run(List<ForwardPiece> pieces) {
    int rows = place(pieces);
    for (int layer = 0; layer < model.layers().size(); layer++) {
      attend(layer, rows);
      feedForward(model.layers().get(layer), rows);
    }
    return predict(pieces);
  }

  private int place(List<ForwardPiece> pieces) {
    int rows = 0;
    int tableFrom = 0;
    for (ForwardPiece piece : pieces) {
      if (rows + piece.rows() > mostRows) {
        throw new IllegalArgumentException(
            "a pass takes at most " + mostRows + " tokens, not " + (rows + piece.rows()));
      }
      place(piece, rows, tableFrom);
      rows += piece.rows();
      tableFrom += piece.blocks().length;
    }
    return rows;
  }

  private void place(ForwardPiece piece, int firstRow, int tableFrom) {
    int blockSize = slabs.layer(0).blockSize();
    MemorySegment.copy(
        piece.blocks(),
        0,
        tables,
        JAVA_INT,
        (long) tableFrom * Integer.BYTES,
        piece.blocks().length);
    for (int i = 0; i < piece.rows(); i++) {
      int row = firstRow + i;
      int position = piece.start() + i;
      embed(piece.tokens()[i], row);
      positions.setAtIndex(JAVA_INT, row, position);
      long span = (long) row * AttentionRows.SPAN;
      spans.setAtIndex(JAVA_INT, span, tableFrom);
      spans.setAtIndex(JAVA_INT, span + 1, 0);
      spans.setAtIndex(JAVA_INT, span + 2, position + 1);
      cacheRows[row] =
          (long) piece.blocks()[position / blockSize] * blockSize + position % blockSize;
    }
  }

  private void embed(int token, int row) {
    copyRow(model.embedding(), token, stream, row);
  }

  private void copyRow(MemorySegment from, int fromRow, MemorySegment to, int toRow) {
    long bytes = (long) width * Float.BYTES;
    MemorySegment.copy(from, fromRow * bytes, to, toRow * bytes, bytes);
  }

  private void attend(int index, int rows) {
    DecoderModel.Layer layer = model.layers().get(index);
    kernels.rmsNorm(stream, layer.attentionNorm(), normed, rows, width);
    kernels.matmulPacked(normed, layer.query(), queries, rows);
    kernels.matmulPacked(normed, layer.key(), keys, rows);
    kernels.matmulPacked(normed, layer.value(), values, rows);
    kernels.rotate(queries, model.angles(), positions, rows, model.shape().heads());
    kernels.rotate(keys, model.angles(), positions, rows, model.shape().keyHeads());
    for (int row = 0; row < rows; row++) {
      slabs.put(index, keys, values, row, cacheRows[row]);
    }
    kernels.attention(
        queries, slabs.layer(index), new AttentionRows(spans, tables, rows), attended);
    kernels.matmulPacked(attended, layer.attended(), normed, rows);
    kernels.addScaled(normed, 1, stream, rows * width);
  }

  private void feedForward(DecoderModel.Layer layer, int rows) {
    int hidden = model.shape().hidden();
    kernels.rmsNorm(stream, layer.hiddenNorm(), normed, rows, width);
    kernels.matmulPacked(normed, layer.gate(), gate, rows);
    kernels.matmulPacked(normed, layer.up(), up, rows);
    kernels.gatedSilu(gate, up, gate, rows * hidden);
    kernels.matmulPacked(gate, layer.down(), normed, rows);
    kernels.addScaled(normed, 1, stream, rows * width);
  }

  private Logits predict(List<ForwardPiece> pieces) {
    int wanted = 0;
    int row = 0;
    for (ForwardPiece piece : pieces) {
      for (int i = piece.logitsFrom(); i < piece.rows(); i++) {
        copyRow(stream, row + i, normed, wanted++);
      }
      row += piece.rows();
    }
    if (wanted > 0) {
      kernels.rmsNorm(normed, model.norm(), normed, wanted, width);
      kernels.matmulPacked(normed, model.output(), logits, wanted);
      for (int i = 0; i < wanted; i++) {
        MemorySegment of =
            NativeFloats.slice(logits, (long) i * DecoderModel.LOGITS, DecoderModel.LOGITS);
        kernels.addScaled(model.outputBias(), 1, of, DecoderModel.LOGITS);
      }
    }
    return new Logits(logits, wanted);
  }

  /**
   * Predictions of a pass, valid until the next one.
   *
   * @param memory rows of {@link DecoderModel#LOGITS}
   * @param rows how many
   */
  record Logits(MemorySegment memory, int rows) {

    /** A copy of one row. */
    float[] row(int index) {
      float[] row = new float[DecoderModel.LOGITS];
      MemorySegment.copy(
          memory, JAVA_FLOAT, (long) index * row.length * Float.BYTES, row, 0, row.length);
      return row;
    }
  }
}
