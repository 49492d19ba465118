package dev.evolve.loop.file;

import dev.evolve.loop.file.LoopTable.Place;
import dev.evolve.loop.port.CheckpointStore.Checkpoint;
import dev.evolve.loop.port.CheckpointStore.Status;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/**
 * Writes steps with a small number in place of the loop's id, which a record defines once a
 * segment, and counts the bytes that a snapshot would keep. Takes about 100 bytes for each loop
 * that goes on.
 */
final class LoopNumbers {

  private final Map<String, Numbered> loops = new HashMap<>();
  private long segment;
  private int defined;
  private long liveBytes;

  /** Knows the loops that an earlier owner left. */
  void restore(Iterable<Place> places) {
    for (Place place : places) {
      Numbered loop = new Numbered(place.kind);
      loop.bytes = place.liveBytes();
      liveBytes += loop.bytes;
      loops.put(place.loopId, loop);
    }
  }

  /** The most that a step can take. */
  static long atMost(Checkpoint step, byte[] events) {
    return (long) Layout.ID
        + 3L * step.loopId().length()
        + 3L * step.kind().length()
        + Layout.STATE
        + step.state().length
        + events.length;
  }

  /** Puts a step, and a definition of its loop if the segment has none yet. */
  void put(Batch batch, long sequence, Checkpoint step, byte[] events) {
    if (segment != batch.segment()) {
      segment = batch.segment();
      defined = 0;
    }
    Numbered loop = loops.get(step.loopId());
    if (loop == null || !loop.kind.equals(step.kind())) {
      liveBytes -= loop == null ? 0 : loop.bytes;
      loop = new Numbered(step.kind());
      loops.put(step.loopId(), loop);
    }
    ByteBuffer bytes = batch.bytes();
    if (loop.segment != segment) {
      define(loop, bytes, sequence, step);
    }
    int before = bytes.position();
    Layout.putStep(bytes, sequence, loop.number, step, events);
    count(loop, step, bytes.position() - before);
  }

  long liveBytes() {
    return liveBytes;
  }

  private void define(Numbered loop, ByteBuffer bytes, long sequence, Checkpoint step) {
    int before = bytes.position();
    loop.segment = segment;
    loop.number = defined++;
    Layout.putDefine(
        bytes,
        sequence,
        loop.number,
        step.loopId().getBytes(StandardCharsets.UTF_8),
        step.kind().getBytes(StandardCharsets.UTF_8));
    loop.defineBytes = bytes.position() - before;
  }

  private void count(Numbered loop, Checkpoint step, int stepBytes) {
    liveBytes -= loop.bytes;
    loop.bytes = loop.defineBytes + stepBytes;
    if (step.status() == Status.RUNNING) {
      liveBytes += loop.bytes;
    } else {
      loops.remove(step.loopId());
    }
  }

  private static final class Numbered {
    private final String kind;
    private long segment;
    private int number;
    private int defineBytes;
    private int bytes;

    Numbered(String kind) {
      this.kind = kind;
    }
  }
}
